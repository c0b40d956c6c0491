/** Sign-in in the browser, through the routes of next-auth. */
import { post } from './sign-out.ts';

async function urlOf(answer: Response): Promise<URL> {
  const { url } = (await answer.json()) as { url: string };
  return new URL(url, window.location.origin);
}

/** What completes a sign-in with the password, besides recovery codes. */
export interface SecondStepWays {
  passkey: boolean;
  code: boolean;
}

/** Null unless the error of a sign-in says that the password was right and more is needed. */
export function secondStepOf(error: string | null): SecondStepWays | null {
  if (error === 'SecondStep') return { passkey: false, code: true };
  const [name, ways] = (error ?? '').split(':');
  if (name !== 'SecondStep' || ways === undefined) return null;
  const all = ways.split(',');
  return { passkey: all.includes('passkey'), code: all.includes('code') };
}

/** What somebody signs in with. A passkey is the text of what it has signed, from `askPasskey`. */
type Given =
  | { email: string; password: string }
  | { passkey: string }
  | { code: string }
  | { recoveryCode: string }
  | { secondPasskey: string };

/**
 * Signs in, or completes the sign-in that {@link secondStepOf} asks for.
 *
 * @returns the error code, which {@link secondStepOf} reads if more is needed; null after a successful
 *   sign-in.
 */
export async function signInWith(given: Given): Promise<string | null> {
  const { origin, pathname } = window.location;
  // next-auth stores it in a cookie. The fragment is dropped, because it may be the code of an
  // invite.
  const callbackUrl = origin + pathname;
  const answer = await post('callback/credentials', { ...given, callbackUrl });
  const error = (await urlOf(answer)).searchParams.get('error');
  return error ?? (answer.ok ? null : 'unreachable');
}

/** Goes to the identity provider, which returns to the path. */
export async function signInThrough(provider: string, callbackUrl: string): Promise<void> {
  const answer = await post(`signin/${encodeURIComponent(provider)}`, { callbackUrl });
  window.location.assign(await urlOf(answer));
}

/** The page that a window shows last, after somebody has signed in again in it. */
const SIGNED_IN_AGAIN = '/signed-in-again';

/** Offers all ways to sign in, in another window. */
export async function signInAgainIn(other: Window): Promise<void> {
  other.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(SIGNED_IN_AGAIN)}`);
}

/**
 * Signs in again in another window. The provider must ask for credentials, even if it knows the browser.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export async function signInAgainThrough(provider: string, other: Window): Promise<void> {
  const path = `signin/${encodeURIComponent(provider)}?prompt=login&max_age=0`;
  const answer = await post(path, { callbackUrl: SIGNED_IN_AGAIN });
  other.location.assign(await urlOf(answer));
}
