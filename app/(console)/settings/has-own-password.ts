import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { currentSession } from '#lib/auth/sessions/page-session.ts';

/** Whether the visitor signed in with a password of this installation. */
export async function hasOwnPassword(): Promise<boolean> {
  const session = await currentSession();
  return session !== null && (await isOwnUrl(session.issuer));
}
