/**
 * Sign-ins through identity providers that a browser has begun and not finished. Each tab has its own, in a
 * cookie of its own, so that all of them arrive. What the provider gets and gives back follows from that
 * cookie: the cookies of five sign-ins are then shorter than what proxies accept in one header.
 */
import { hash, randomBytes } from 'node:crypto';
import { cookieName, cookiePairs, SIGN_IN_SECONDS } from '#lib/auth/sessions/cookies.ts';
import { config } from '#lib/config.ts';
import { sameText, signatureOf } from '#lib/secrets/signatures.ts';

/** The oldest one ends when somebody begins another. */
export const MAX_OPEN = 5;

export interface OpenSignIn {
  /** Tells the sign-ins of a browser apart, and is no secret. */
  id: string;
  state: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
}

interface Stored {
  id: string;
  value: string;
  /** In milliseconds since 1970. */
  began: number;
}

const prefix = () => cookieName('next-auth.open.');

/** The name of the cookie with the address to which the sign-in returns. */
export const returnCookieName = (id: string) => cookieName(`next-auth.callback-url.${id}`);

const header = (name: string, value: string, maxAge: number) =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${config().secureCookies ? '; Secure' : ''}`;

const gone = (id: string): string[] =>
  [prefix() + id, returnCookieName(id)].map((name) => header(name, '', 0));

/** Those of a `Cookie` header that have not expired, the oldest first. */
function storedIn(cookies: string, now: number): Stored[] {
  const found: Stored[] = [];
  for (const [name, value] of cookiePairs(cookies)) {
    const [time = '', random = ''] = value.split('.');
    if (!name.startsWith(prefix()) || random.length !== RANDOM_LENGTH) continue;
    const began = parseInt(time, 36);
    if (now - began < SIGN_IN_SECONDS * 1000) {
      found.push({ id: name.slice(prefix().length), value, began });
    }
  }
  return found.sort((a, b) => a.began - b.began);
}

const RANDOM_LENGTH = 43;

/** A sign-in at one provider proves nothing to another. */
function openOf(provider: string, { id, value }: Pick<Stored, 'id' | 'value'>): OpenSignIn {
  const derived = (what: string) => signatureOf('sign-in', what, provider, value);
  return { id, state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
}

/** The parameters of the request to the provider that belong to the sign-in. */
export const parametersOf = ({ state, nonce, verifier }: OpenSignIn) => ({
  state,
  nonce,
  code_challenge: hash('sha256', verifier, 'base64url'),
  code_challenge_method: 'S256',
});

/**
 * @param provider the id of the identity provider.
 * @param cookies the header of the request.
 * @returns another sign-in, and the `Set-Cookie` headers with which the browser keeps it.
 */
export function beginSignIn(
  provider: string,
  cookies: string,
  now = Date.now(),
): { open: OpenSignIn; setCookies: string[] } {
  const id = randomBytes(9).toString('base64url');
  const value = `${now.toString(36)}.${randomBytes(32).toString('base64url')}`;
  const oldest = storedIn(cookies, now).slice(0, 1 - MAX_OPEN);
  return {
    open: openOf(provider, { id, value }),
    setCookies: [
      ...oldest.flatMap((one) => gone(one.id)),
      header(prefix() + id, value, SIGN_IN_SECONDS),
    ],
  };
}

/** How many of a header are compared with an answer: a browser keeps no more, and others get no more work. */
const MAX_COMPARED = 2 * MAX_OPEN;

/**
 * The sign-in to which an answer of the provider belongs, and the `Set-Cookie` headers that end it; null if
 * it did not begin in this browser, or has ended.
 */
export function finishSignIn(
  provider: string,
  { cookies, state }: { cookies: string; state: string | null },
  now = Date.now(),
): { open: OpenSignIn; setCookies: string[] } | null {
  const known = storedIn(cookies, now).slice(-MAX_COMPARED);
  const open = known
    .map((one) => openOf(provider, one))
    .find((one) => sameText(one.state, state ?? ''));
  return open === undefined ? null : { open, setCookies: gone(open.id) };
}
