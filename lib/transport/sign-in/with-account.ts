/** A sign-in with an account of this installation, as next-auth's form `credentials`. */
import CredentialsProvider from 'next-auth/providers/credentials';
import { isApiError, type ApiError } from '#lib/aip/errors.ts';
import { knownBrowser, knownBrowserCookie } from '#lib/auth/attempts/known-browser.ts';
import { notify } from '#lib/auth/notify.ts';
import { noPendingSignIn } from '#lib/auth/second-factor/pending-sign-ins.ts';
import { startSession } from '#lib/auth/sessions/sessions.ts';
import { signInWithPasskey } from '#lib/auth/sign-in/passkey-sign-in.ts';
import type { PasswordPerson } from '#lib/auth/sign-in/password-person.ts';
import { signInWithPassword } from '#lib/auth/sign-in/password-sign-in.ts';
import type { AccountResult } from '#lib/auth/sign-in/result.ts';
import { takeSecondStep } from '#lib/auth/sign-in/second-step.ts';
import type { SigningIn } from '#lib/auth/sign-in/signing-in.ts';
import { config } from '#lib/config.ts';

type Client = Required<SigningIn>;

const FIELDS = {
  email: { label: 'E-mail', type: 'email' },
  password: { label: 'Password', type: 'password' },
  code: { label: 'Code' },
  recoveryCode: { label: 'Recovery code' },
  passkey: { label: 'Passkey' },
  secondPasskey: { label: 'Passkey as second factor' },
};

type Given = Partial<Record<keyof typeof FIELDS, unknown>>;

/** The same once the session has begun, or why it has not. */
export type AccountOutcome =
  | Exclude<AccountResult, { kind: 'right' }>
  | { kind: 'signed in'; session: string; name: string; email: string; setCookies: string[] }
  | { kind: 'refused'; error: ApiError };

/** @param onResult gets what next-auth's answer cannot carry. */
export function accountProvider(client: Client, onResult: (result: AccountOutcome) => void) {
  return CredentialsProvider({
    id: 'credentials',
    name: 'E-mail and password',
    credentials: FIELDS,
    async authorize(given) {
      const result = await signIn(given ?? {}, client);
      onResult(result);
      if (result.kind !== 'signed in') return failWith(errorOf(result));
      const { session: id, name, email } = result;
      return { id, name, email };
    },
  });
}

/** next-auth puts the message of a thrown error into the address that the page gets. */
function failWith(code: string | null): null {
  if (code !== null) throw new Error(code);
  return null;
}

/** The code that the page reads; null for next-auth's own, `CredentialsSignin`. */
function errorOf(result: Exclude<AccountOutcome, { kind: 'signed in' }>): string | null {
  switch (result.kind) {
    case 'second step':
      return result.ways.includes('passkey') ? `SecondStep:${result.ways.join()}` : 'SecondStep';
    case 'wait':
      return `TooManyAttempts:${result.seconds}`;
    case 'wrong':
      return result.why === 'password' ? null : result.why;
    case 'refused':
      return result.error.message;
  }
}

async function signIn(given: Given, client: Client): Promise<AccountOutcome> {
  try {
    const result = await compared(given, client);
    return result.kind === 'right' ? await sessionOf(result.person, client) : result;
  } catch (error) {
    if (isApiError(error)) return { kind: 'refused', error };
    // next-auth puts the text into the address of the page.
    throw new Error('Unexpected', { cause: error });
  }
}

async function compared(given: Given, client: Client): Promise<AccountResult> {
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

async function sessionOf(person: PasswordPerson, client: Client): Promise<AccountOutcome> {
  const { account, email, emailVerified, passkeySince, secondFactor, isUnchanged } = person;
  const { network, userAgent, cookies } = client;
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
      passkeySince,
      secondFactor,
    },
    isUnchanged,
  );
  if (session === null) return { kind: 'wrong', why: 'password' };
  if (knownBrowser(account, cookies) === null) notify(account, 'newBrowser', client);
  const setCookies = [knownBrowserCookie(account), noPendingSignIn()];
  return { kind: 'signed in', session, name: email, email, setCookies };
}
