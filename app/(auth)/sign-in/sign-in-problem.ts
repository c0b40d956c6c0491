export interface SignInProblem {
  message: string;
  /** How long to wait before the next try; 0 when at once. */
  waitSeconds: number;
}

/** What to say about the error that signing in ended with. */
export function signInProblem(error: string | null | undefined): SignInProblem {
  const wait = /^TooManyAttempts:(\d+)$/.exec(error ?? '');
  if (wait) return { message: '', waitSeconds: Number(wait[1]) };
  if (error === 'CredentialsSignin') {
    return { message: 'E-mail or password is not right.', waitSeconds: 0 };
  }
  return {
    message: 'Signing in failed: the server could not be reached. Try again.',
    waitSeconds: 0,
  };
}

/** What to say to somebody whom an identity provider sent back with next-auth's error code. */
export function providerProblem(error: string): string {
  if (error === 'AccessDenied') return 'The identity provider did not let you in.';
  return 'Signing in with the identity provider failed. Try again; if it happens again, tell whoever set it up.';
}
