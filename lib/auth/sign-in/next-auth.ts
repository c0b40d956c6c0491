/**
 * next-auth for the console. The cookie is encrypted and names a row in Session, so that a session
 * can be revoked. Scripts of a page never see a token.
 */
import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { isApiError, isQuotaExceeded, type ApiError } from '#lib/aip/errors.ts';
import { countFailedProvider } from '#lib/auth/access-record.ts';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { notify } from '#lib/auth/notify.ts';
import { noPendingSignIn } from '#lib/auth/second-factor/pending-sign-ins.ts';
import { authCookies } from '#lib/auth/sessions/cookies.ts';
import { findProvider, type Provider } from '#lib/auth/providers/identity-providers.ts';
import { oidcProvider } from '#lib/auth/providers/next-auth-provider.ts';
import { beginSignIn, finishSignIn, returnCookieName } from '#lib/auth/providers/open-sign-ins.ts';
import { knownBrowser, knownBrowserCookie } from '#lib/auth/attempts/known-browser.ts';
import { signInWithPasskey } from './passkey-sign-in.ts';
import { signInWithPassword } from './password-sign-in.ts';
import type { SigningIn } from './signing-in.ts';
import { takeSecondStep } from './second-step.ts';
import { sidOf } from '#lib/auth/tokens/logout-tokens.ts';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import {
  authenticationTime,
  vouchedPersonOf,
  type VouchedPerson,
} from '#lib/auth/providers/person.ts';
import { usedLastCookie } from '#lib/auth/providers/used-last.ts';
import { MAX_ABSOLUTE_S } from '#lib/auth/sessions/session-limits.ts';
import { endSession, readSession, startSession } from '#lib/auth/sessions/sessions.ts';

/** The parts of the outcome that a response of next-auth cannot carry. */
export interface SignInOutcome {
  cookies: string[];
  refusal?: ApiError;
  /** The sign-in that begins, if the answer sends the browser to the provider. */
  beginning?: { state: string; cookies: readonly string[] };
}

/**
 * The cookies that an answer gets.
 *
 * @param sentTo the text with the address to which the answer sends the browser. A request without the right
 *   CSRF token begins no sign-in, and ends no other.
 */
export function cookiesFor({ cookies, beginning }: SignInOutcome, sentTo: string): string[] {
  const begins = beginning !== undefined && sentTo.includes(beginning.state);
  return begins ? [...cookies, ...beginning.cookies] : cookies;
}

/** Thrown errors reach the page by their message, in the address that next-auth answers with. */
function credentials({ outcome, network, cookies, userAgent }: AuthAction) {
  const client = { network, cookies, userAgent };
  return CredentialsProvider({
    id: 'credentials',
    name: 'E-mail and password',
    credentials: {
      email: { label: 'E-mail', type: 'email' },
      password: { label: 'Password', type: 'password' },
      code: { label: 'Code' },
      recoveryCode: { label: 'Recovery code' },
      passkey: { label: 'Passkey' },
      secondPasskey: { label: 'Passkey as second factor' },
    },
    async authorize(given) {
      const result = await resultOf(given ?? {}, client).catch((error: unknown) => {
        if (isApiError(error)) outcome.refusal = error;
        throw error;
      });
      if (result === null) return null;
      if (typeof result === 'string') throw new Error(result);
      // The page reads the seconds from the error's code.
      if ('waitSeconds' in result) throw new Error(`TooManyAttempts:${result.waitSeconds}`);
      if ('secondStepCookie' in result) {
        outcome.cookies.push(result.secondStepCookie);
        const hasPasskey = result.ways.includes('passkey');
        throw new Error(hasPasskey ? `SecondStep:${result.ways.join()}` : 'SecondStep');
      }
      const { account, email, emailVerified } = result;
      const subject = account.identityUid;
      const issuer = config().url;
      const session = await startSession(
        {
          issuer,
          subject,
          email,
          name: email,
          userAgent,
          network,
          claims: { iss: issuer, sub: subject, email, email_verified: emailVerified },
          provider: null,
          providerSid: null,
          passkeySince: result.passkeySince,
          secondFactor: result.secondFactor,
        },
        result.isUnchanged,
      );
      if (session === null) return null;
      if (knownBrowser(account, cookies) === null) notify(account, 'newBrowser', client);
      outcome.cookies.push(knownBrowserCookie(account), noPendingSignIn());
      return { id: session, email, name: email };
    },
  });
}

type Given = Partial<
  Record<'email' | 'password' | 'code' | 'recoveryCode' | 'passkey' | 'secondPasskey', unknown>
>;

async function resultOf(given: Given, client: SigningIn) {
  const { email = '', password = '', code, recoveryCode, passkey, secondPasskey } = given;
  if (passkey !== undefined) return signInWithPasskey(String(passkey), client);
  if (secondPasskey !== undefined) {
    return takeSecondStep({ passkey: String(secondPasskey) }, client);
  }
  if (code !== undefined) return takeSecondStep({ code: String(code) }, client);
  if (recoveryCode !== undefined) {
    return takeSecondStep({ recoveryCode: String(recoveryCode) }, client);
  }
  return signInWithPassword(String(email), String(password), client);
}

/** Somebody whom an identity provider has signed in. */
interface Admitted {
  person: VouchedPerson;
  claims: Claims;
}

/** @throws Error if the provider was changed or deleted since the person was sent to it. */
async function startPersonSession(
  { uid, revision }: Provider,
  { person, claims }: Admitted,
  { userAgent, network, cookies }: AuthAction,
): Promise<string> {
  const { issuer, subject, name } = person;
  const email = person.email ?? '';
  const session = await startSession(
    {
      issuer,
      subject,
      email,
      name,
      userAgent,
      network,
      claims,
      provider: uid,
      providerSid: sidOf(claims),
      passkeySince: null,
      secondFactor: false,
      authenticated: authenticationTime(claims),
      formerSession: (await readSession(cookies))?.uid,
    },
    async (reads) => (await reads.get('IdentityProvider', uid))?.revision === revision,
  );
  if (session === null) throw new Error(`the identity provider ${uid} was changed meanwhile`);
  return session;
}

/** Where somebody is sent for whom the limits of a group leave no room. */
const NO_ROOM = '/sign-in?error=NoRoom';

/** Failed sign-ins that a visitor or a provider can cause. All others are failures of Grove itself. */
const OF_SIGN_INS = ['OAUTH_CALLBACK_ERROR', 'SIGNIN_OAUTH_ERROR'];

/**
 * Errors that a visitor or a provider can cause. For all others the whole error is logged. An
 * unreadable cookie does not count as a failed sign-in.
 */
const EXPECTED = [...OF_SIGN_INS, 'JWT_SESSION_ERROR'];

function logFailure(code: string, metadata: Error | { error: Error }): void {
  const error = metadata instanceof Error ? metadata : metadata.error;
  logError(`cannot sign in: ${code}`, EXPECTED.includes(code) ? error.message : error);
}

export interface AuthAction {
  /** The path after `/api/auth/`, for example `signin`, `callback`, `providers`. */
  action: string | undefined;
  /** `credentials`, or the id of an identity provider. */
  provider: string | undefined;
  userAgent: string;
  /** The client's, as `clientNetwork` gives it. */
  network: string;
  cookies: string;
  /** The parameter `state` of an answer of a provider; null in other requests. */
  state: string | null;
  outcome: SignInOutcome;
  /** Makes sure that a person from a provider has an identity in the provider's group. */
  admit(providerUid: string, person: VouchedPerson, claims: Claims): Promise<void>;
}

/** The sign-in that the request begins, or finishes: an answer of the provider counts once. */
function openSignIn(provider: string, { action, cookies, state, outcome }: AuthAction) {
  if (action === 'signin') {
    const { open, setCookies } = beginSignIn(provider, cookies);
    outcome.beginning = { state: open.state, cookies: setCookies };
    return open;
  }
  const finished = finishSignIn(provider, { cookies, state });
  outcome.cookies.push(...(finished?.setCookies ?? []));
  return finished?.open ?? null;
}

/**
 * Options for one request, with the provider that it needs.
 *
 * @throws FetchError if that provider's issuer cannot be reached.
 */
export async function authOptions(asked: AuthAction): Promise<NextAuthOptions> {
  const { action = '', provider: id = '' } = asked;
  const isSignIn = ['signin', 'callback'].includes(action) && id !== 'credentials';
  const provider = isSignIn ? await findProvider(id) : null;
  const open = provider === null ? null : openSignIn(id, asked);
  let admitted: Promise<Admitted> | undefined;
  // next-auth may report the same failure twice.
  let isRecorded = false;
  let ownFailure: unknown;
  const onOwnFailure = (error: unknown) => (ownFailure = error);
  return {
    secret: secrets().session,
    session: { strategy: 'jwt', maxAge: MAX_ABSOLUTE_S },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: [
      credentials(asked),
      ...(provider === null ? [] : [await oidcProvider(id, provider, { open, onOwnFailure })]),
    ],
    useSecureCookies: config().secureCookies,
    cookies: authCookies(open === null ? undefined : returnCookieName(open.id)),
    logger: {
      error(code, metadata) {
        if (ownFailure !== undefined) return logError(`cannot sign in: ${code}`, ownFailure);
        logFailure(code, metadata);
        if (provider === null || isRecorded || !OF_SIGN_INS.includes(code)) return;
        isRecorded = true;
        countFailedProvider(provider, asked);
      },
      warn: () => undefined,
      debug: () => undefined,
    },
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.type !== 'oauth' || provider === null) return true;
        const claims = { ...profile, iss: provider.issuer };
        admitted = vouchedPersonOf(claims).then(async (person) => {
          await asked.admit(provider.uid, person, claims);
          return { person, claims };
        });
        try {
          await admitted;
        } catch (error) {
          if (isQuotaExceeded(error)) return NO_ROOM;
          // The next callback fails with it, so that it is logged as any other failure.
        }
        return true;
      },
      async jwt({ token, user }) {
        if (provider !== null && admitted !== undefined) {
          const signedIn = await admitted;
          const { name, email } = signedIn.person;
          const session = await startPersonSession(provider, signedIn, asked);
          asked.outcome.cookies.push(usedLastCookie(id, config().secureCookies));
          return { session, name, email };
        }
        if (user === undefined) return token;
        return { session: user.id, name: user.name, email: user.email };
      },
      session: ({ session }) => ({
        expires: session.expires,
        user: { name: session.user?.name, email: session.user?.email },
      }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.['session'] === 'string') {
          const { network, userAgent } = asked;
          await endSession(token['session'], { network, userAgent });
        }
      },
    },
  };
}
