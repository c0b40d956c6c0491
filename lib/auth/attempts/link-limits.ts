/**
 * How many links somebody may ask for by e-mail within an hour, and how many notices an account
 * causes. Several accounts may have one address, and anybody may type one. So each account has a
 * limit of its own, in a session or in a browser that has signed in to it. Strangers share the
 * limits of the address.
 */
import type { Client } from '#lib/auth/access-record.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { committed } from '#lib/store/store.ts';
import { accountsAt } from '#lib/auth/sign-in/addresses.ts';
import { countWithinHour, isWithinHour } from './attempts.ts';
import { hasKnownCookie, knownBrowser } from './known-browser.ts';
import type { SigningIn } from '#lib/auth/sign-in/signing-in.ts';

/** The links by e-mail that may be sent in an hour, for this account. */
export const OF_AN_ACCOUNT = 3;
/** Many people may share a network. */
export const OF_A_NETWORK = 20;
/** The links that all callers together may send to one address in an hour. */
export const TO_A_MAILBOX = 10;

const ofNetwork = (kind: string, { network = '' }: Client) => ({
  what: `${kind} from ${network}`,
  most: OF_A_NETWORK,
});

/**
 * Counts a link that somebody asks for in a session of the account.
 *
 * @param kind for example `verification link`.
 * @throws ApiError RESOURCE_EXHAUSTED as {@link countWithinHour}.
 */
export function countLink(
  kind: string,
  { identityUid }: RowOf<'Account'>,
  address: string,
  client: Client,
): Promise<void> {
  return countWithinHour([
    { what: `${kind} of ${identityUid}`, most: OF_AN_ACCOUNT },
    ofNetwork(kind, client),
    { what: `${kind} to ${address}`, most: TO_A_MAILBOX, sparesFirst: true },
  ]);
}

/**
 * Counts a link that nobody asked for, after somebody joined with the address. It uses up none of
 * the links that the owner of the address may ask for.
 *
 * @returns whether it may be sent.
 */
export function mayLinkUnasked(kind: string, address: string, client: Client): Promise<boolean> {
  return isWithinHour([
    { what: `${kind} to ${address}`, most: OF_AN_ACCOUNT },
    ofNetwork(kind, client),
  ]);
}

/**
 * Counts a notice about an account to an address that nobody has verified, which may be that of a stranger.
 *
 * @returns whether it may be sent.
 */
export function mayNotify({ identityUid }: RowOf<'Account'>, address: string): Promise<boolean> {
  return isWithinHour([
    { what: `notice of ${identityUid}`, most: TO_A_MAILBOX },
    { what: `notice to ${address}`, most: TO_A_MAILBOX, sparesFirst: true },
  ]);
}

/**
 * Counts a link that somebody who is not signed in asks for. A browser that has signed in to an
 * account with the address has a limit of its own, which strangers cannot use up.
 */
export async function countLinkOfStranger(
  kind: string,
  address: string,
  client: SigningIn,
): Promise<void> {
  // Count the network before accounts are looked up: the time of the look-up depends on whether
  // there are any.
  await countWithinHour([ofNetwork(kind, client)]);
  const known = await accountKnownIn(client.cookies, address);
  await countWithinHour(
    known === undefined
      ? [
          { what: `${kind} to ${address} from ${client.network}`, most: OF_AN_ACCOUNT },
          { what: `${kind} to ${address}`, most: TO_A_MAILBOX },
        ]
      : [
          { what: `${kind} of ${known.identityUid}`, most: OF_AN_ACCOUNT },
          { what: `${kind} to ${address} by accounts`, most: TO_A_MAILBOX, sparesFirst: true },
        ],
  );
}

/** Nothing is looked up for a browser that has signed in to no account. */
async function accountKnownIn(
  cookies: string,
  address: string,
): Promise<RowOf<'Account'> | undefined> {
  if (!hasKnownCookie(cookies)) return undefined;
  const { accounts } = await accountsAt(committed, address);
  return accounts.find((account) => knownBrowser(account, cookies) !== null);
}
