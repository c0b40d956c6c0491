/** The session of the page that is being rendered. */
import { headers } from 'next/headers';
import { isSessionBlocked } from '#lib/auth/authenticate.ts';
import { readSession } from './sessions.ts';
import type { LiveSession } from './sessions.ts';

const visitorsSession = async () => readSession((await headers()).get('cookie'));

/** Null also if a block leaves it with nothing. */
export async function currentSession(): Promise<LiveSession | null> {
  const session = await visitorsSession();
  return session === null || (await isSessionBlocked(session)) ? null : session;
}

/** True if the visitor has signed in but a block leaves them with nothing. */
export async function isVisitorBlocked(): Promise<boolean> {
  const session = await visitorsSession();
  return session !== null && isSessionBlocked(session);
}
