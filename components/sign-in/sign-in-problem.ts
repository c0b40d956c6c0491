export interface SignInProblem {
  message: string;
  /** Seconds to wait before the next attempt; 0 if there is no wait. */
  waitSeconds: number;
}

const MESSAGES: Readonly<Record<string, string>> = {
  CredentialsSignin: 'The e-mail address or the password is wrong.',
  WrongCode: 'Wrong code. Try the next one.',
  SecondStepEnded:
    'There was no second step within 5 minutes, or your account was changed. Sign in again.',
  WrongPasskey: 'This passkey is not known here. Sign in another way.',
  PasskeyEnded: 'That took too long. Try again.',
};

/** The message for a failed sign-in. */
export function signInProblem(error: string | null | undefined): SignInProblem {
  const wait = /^TooManyAttempts:(\d+)$/.exec(error ?? '');
  if (wait) return { message: '', waitSeconds: Number(wait[1]) };
  const message = MESSAGES[error ?? ''];
  if (message !== undefined) return { message, waitSeconds: 0 };
  return {
    message: 'Signing in failed: the server could not be reached. Try again.',
    waitSeconds: 0,
  };
}

/** The message for a person who has signed in and is blocked in every organization. */
export const BLOCKED =
  'You are signed in, but your access is blocked. Ask an administrator of your organization.';

/** The message for next-auth's error code after an identity provider redirected back. */
export function providerProblem(error: string): string {
  if (error === 'NoRoom') {
    return 'Your organization has reached its limit of identities. The operator of this installation can raise it.';
  }
  if (error === 'AccessDenied') return 'The identity provider did not let you in.';
  return 'Signing in with the identity provider failed. Try again. If it fails again, contact your administrator.';
}
