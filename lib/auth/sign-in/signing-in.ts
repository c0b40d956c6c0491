/** An attempt to sign in with an account of this installation, and the record of one that failed. */
import { countAccess, type AccessEvent } from '#lib/auth/access-record.ts';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';

/** Where a sign-in comes from. */
export interface SigningIn {
  /** The network from `clientNetwork`. */
  network: string;
  cookies: string;
  userAgent?: string;
}

type Failure = 'UNAUTHENTICATED' | 'RESOURCE_EXHAUSTED';

/** A failure for an unknown address is not recorded: no organization owns the address. */
export function recordFailure(
  account: RowOf<'Account'> | null,
  { network, userAgent }: Partial<SigningIn>,
  result: Failure,
  event: AccessEvent = 'session.started',
): void {
  if (account === null) return;
  const { identityUid } = account;
  const person = { issuer: config().url, subject: identityUid };
  countAccess(event, identityUid, person, { network, userAgent, result });
}

const MOST_RECORDED = 20;

/** @param from where the attempt came from, as far as the organizations of the accounts may know */
export function recordFailures(
  accounts: readonly RowOf<'Account'>[],
  from: Partial<SigningIn>,
  result: Failure,
): void {
  for (const account of accounts.slice(0, MOST_RECORDED)) recordFailure(account, from, result);
}
