/**
 * next-auth for one request: it answers the routes of `/api/auth/*`, and asks Grove who signs in. The cookie is
 * encrypted and names a row in Session, so that a session can be revoked. Scripts of a page never see a token.
 */
import type { LoggerInstance, NextAuthOptions } from 'next-auth';
import { countFailedProvider } from '#lib/auth/access-record.ts';
import { findProvider, type Provider } from '#lib/auth/providers/identity-providers.ts';
import { usedLastCookie } from '#lib/auth/providers/used-last.ts';
import { authCookies } from '#lib/auth/sessions/cookies.ts';
import { MAX_ABSOLUTE_S } from '#lib/auth/sessions/session-limits.ts';
import { endSession } from '#lib/auth/sessions/sessions.ts';
import type { SigningIn } from '#lib/auth/sign-in/signing-in.ts';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { beginSignIn, finishSignIn, returnCookieName } from './open-sign-ins.ts';
import type { OpenSignIn } from './open-sign-ins.ts';
import { oidcProvider, type Arrival } from './through-provider.ts';
import { accountProvider, type AccountOutcome } from './with-account.ts';

export interface AuthAction extends Required<SigningIn> {
  /** The path after `/api/auth/`, for example `signin`, `callback`, `providers`. */
  action: string | undefined;
  /** `credentials`, or the id of an identity provider. */
  provider: string | undefined;
  /** The parameter `state` of an answer of a provider; null in other requests. */
  state: string | null;
}

/** What next-auth's answer to a request cannot carry. */
export interface SignInOutcome {
  setCookies: string[];
  /** Null for a request that signs nobody in. */
  result: AccountOutcome | Arrival | Beginning | null;
}

/** The browser is sent to the provider, if the request has the right CSRF token. */
interface Beginning {
  kind: 'begun';
  state: string;
  setCookies: string[];
}

/**
 * The cookies that an answer gets.
 *
 * @param sentTo the text with the address to which the answer sends the browser. A request without the right
 *   CSRF token begins no sign-in, and ends no other.
 */
export function cookiesFor({ setCookies, result }: SignInOutcome, sentTo: string): string[] {
  const begins = result?.kind === 'begun' && sentTo.includes(result.state);
  return begins ? [...setCookies, ...result.setCookies] : setCookies;
}

/** Options for one request, with the provider that it needs; and what came of it, once next-auth has answered. */
interface ForRequest {
  options: NextAuthOptions;
  outcome: SignInOutcome;
}

/** @throws FetchError if the provider's issuer cannot be reached. */
export async function nextAuthFor(asked: AuthAction): Promise<ForRequest> {
  const { action = '', provider: id = '' } = asked;
  const outcome: SignInOutcome = { setCookies: [], result: null };
  const isThroughProvider = ['signin', 'callback'].includes(action) && id !== 'credentials';
  const provider = isThroughProvider ? await findProvider(id) : null;
  const open = provider === null ? null : openSignIn(id, asked, outcome);
  const account = accountProvider(asked, (result) => {
    outcome.result = result;
    if ('setCookies' in result) outcome.setCookies.push(...result.setCookies);
  });
  const onArrival = (arrival: Arrival) => {
    outcome.result = arrival;
    if (arrival.kind !== 'signed in') return;
    outcome.setCookies.push(usedLastCookie(id, config().secureCookies));
  };
  const options: NextAuthOptions = {
    secret: secrets().session,
    session: { strategy: 'jwt', maxAge: MAX_ABSOLUTE_S },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: [
      account,
      ...(provider === null
        ? []
        : [await oidcProvider(id, provider, { open, client: asked, onArrival })]),
    ],
    useSecureCookies: config().secureCookies,
    cookies: authCookies(open === null ? undefined : returnCookieName(open.id)),
    logger: loggerOf(provider, asked, outcome),
    callbacks: callbacksOf(outcome),
    events: {
      async signOut({ token }) {
        if (typeof token?.['session'] === 'string') {
          const { network, userAgent } = asked;
          await endSession(token['session'], { network, userAgent });
        }
      },
    },
  };
  return { options, outcome };
}

/** The sign-in that the request begins, or finishes: an answer of the provider counts once. */
function openSignIn(
  provider: string,
  { action, cookies, state }: AuthAction,
  outcome: SignInOutcome,
): OpenSignIn | null {
  if (action === 'signin') {
    const { open, setCookies } = beginSignIn(provider, cookies);
    outcome.result = { kind: 'begun', state: open.state, setCookies };
    return open;
  }
  const finished = finishSignIn(provider, { cookies, state });
  outcome.setCookies.push(...(finished?.setCookies ?? []));
  return finished?.open ?? null;
}

/** Where somebody is sent for whom the limits of a group leave no room. */
const NO_ROOM = '/sign-in?error=NoRoom';

const callbacksOf = (outcome: SignInOutcome): NextAuthOptions['callbacks'] => ({
  signIn: async () => (outcome.result?.kind === 'no room' ? NO_ROOM : true),
  async jwt({ token }) {
    const { result } = outcome;
    // next-auth reports it, and answers with the page of errors.
    if (result?.kind === 'not admitted') throw result.error;
    if (result?.kind !== 'signed in') return token;
    const { session, name, email } = result;
    return { session, name, email };
  },
  session: ({ session }) => ({
    expires: session.expires,
    user: { name: session.user?.name, email: session.user?.email },
  }),
});

/** Failed sign-ins that a visitor or a provider can cause. All others are failures of Grove itself. */
const OF_SIGN_INS = ['OAUTH_CALLBACK_ERROR', 'SIGNIN_OAUTH_ERROR'];

/**
 * Errors that a visitor or a provider can cause. For all others the whole error is logged. An
 * unreadable cookie does not count as a failed sign-in.
 */
const EXPECTED = [...OF_SIGN_INS, 'JWT_SESSION_ERROR'];

function loggerOf(
  provider: Provider | null,
  asked: AuthAction,
  outcome: SignInOutcome,
): Partial<LoggerInstance> {
  // next-auth may report the same failure twice.
  let isRecorded = false;
  return {
    error(code, metadata: Error | { error: Error }) {
      const { result } = outcome;
      const message = `cannot sign in: ${code}`;
      if (result?.kind === 'not redeemed' && result.isOwn) return logError(message, result.error);
      const error = metadata instanceof Error ? metadata : metadata.error;
      logError(message, EXPECTED.includes(code) ? error.message : error);
      if (provider === null || isRecorded || !OF_SIGN_INS.includes(code)) return;
      isRecorded = true;
      countFailedProvider(provider, asked);
    },
    warn: () => undefined,
    debug: () => undefined,
  };
}
