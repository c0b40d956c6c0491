import type { PasskeyFailure } from '#lib/auth/passkeys/accept.ts';
import type { SecondStepWay } from '#lib/auth/second-factor/factors.ts';
import type { PasswordPerson } from './password-person.ts';

/** Why a second step failed: the sign-in has ended, or the code or passkey is wrong. */
export type SecondStepFailure = 'SecondStepEnded' | 'WrongCode' | PasskeyFailure;

/** What came of an attempt to sign in with an account of this installation. */
export type AccountResult =
  | { kind: 'right'; person: PasswordPerson }
  /** The password was right. The `Set-Cookie` headers are for the browser that owes a second step. */
  | { kind: 'second step'; ways: SecondStepWay[]; setCookies: string[] }
  /** There were too many failures. */
  | { kind: 'wait'; seconds: number }
  | { kind: 'wrong'; why: 'password' | SecondStepFailure };
