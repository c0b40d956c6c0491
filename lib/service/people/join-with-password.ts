/**
 * Joining with an e-mail address and a password. Whoever joins an organization again with the same ones is
 * the person who has joined: a block or a deletion of that person then covers all that they accepted.
 */
import { permissionDenied } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { isBlockedAt, standingOf } from '#lib/auth/matching/blocked.ts';
import { blockedIdentity } from '#lib/auth/own-identity.ts';
import { countAttempt, forgetAttempts } from '#lib/auth/attempts/attempts.ts';
import { matchingHash } from '#lib/auth/passwords/passwords.ts';
import { accountsAt, addAccount, hashFor } from '#lib/auth/sign-in/addresses.ts';
import { attemptsAtAddress } from '#lib/auth/sign-in/password-sign-in.ts';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sameText } from '#lib/secrets/signatures.ts';
import { committed, type Reads, type Transaction } from '#lib/store/store.ts';
import { addIdentity } from './new-people.ts';

type Account = RowOf<'Account'>;

/** The address is in lower case. */
export interface NewPerson {
  email: string;
  password: string;
  name: string;
}

/** What the password has shown, before the transaction in which everybody else would wait for it. */
interface Shown {
  passwordHash: string;
  /** The hashes of accounts with another salt that the password belongs to. */
  others: readonly string[];
}

type Offer = Pick<RowOf<'GroupInvite'>, 'parent' | 'email'>;

/** The accounts of the organization with the address, the oldest first. */
async function accountsIn(
  reads: Pick<Reads, 'find' | 'getAll'>,
  parent: string,
  email: string,
): Promise<Account[]> {
  const { accounts } = await accountsAt(reads, email);
  return accounts.filter(({ identityUid }) => rootUid(identityUid) === rootUid(parent));
}

async function shownBy({ email, password }: NewPerson, parent: string): Promise<Shown> {
  const passwordHash = await hashFor(password, email);
  const others: string[] = [];
  for (const { passwordHash: known } of await accountsIn(committed, parent, email)) {
    const hasSameSalt = saltPart(known) === saltPart(passwordHash);
    if (!hasSameSalt && (await matchingHash(password, [known])) === 0) others.push(known);
  }
  return { passwordHash, others };
}

/** Parameters and salt. */
const saltPart = (hash: string): string => hash.slice(0, hash.lastIndexOf('$'));

/**
 * Counts the attempt like one to sign in, since its outcome shows whether a password is right. It counts
 * whether or not there is an account, so that a wait says nothing of that either.
 *
 * @param network the client's.
 * @returns what adds the person, or finds them, in a transaction.
 * @throws ApiError RESOURCE_EXHAUSTED after repeated attempts.
 */
export async function joinerOf(person: NewPerson, parent: string, network: string) {
  const attempted = attemptsAtAddress(person.email, network);
  await countAttempt(attempted);
  const shown = await shownBy(person, parent);
  return {
    join: (tx: Transaction, offer: Offer) => join(tx, offer, person, shown),
    /** Call it once somebody has joined who was there before. */
    forget: () => forgetAttempts(attempted),
  };
}

/** @throws ApiError PERMISSION_DENIED for another address; FAILED_PRECONDITION `IDENTITY_BLOCKED`. */
async function join(
  tx: Transaction,
  { parent, email: only }: Offer,
  { email, name }: NewPerson,
  { passwordHash, others }: Shown,
): Promise<{ account: Account; isNew: boolean }> {
  if (only !== null && only.toLowerCase() !== email) {
    throw permissionDenied([], '', 'the invite is for another e-mail address');
  }
  const known = (await accountsIn(tx, parent, email)).find(
    (one) => sameText(one.passwordHash, passwordHash) || others.includes(one.passwordHash),
  );
  if (known !== undefined) {
    const { blockedIn } = await standingOf([known.identityUid], null, tx);
    if (isBlockedAt(blockedIn, parent)) throw blockedIdentity();
    return { account: known, isNew: false };
  }
  const { uid: identityUid } = await addIdentity(tx, {
    parent,
    name,
    issuer: config().url,
    subject: null,
    email,
    emailUnverified: true,
  });
  return {
    account: await addAccount(tx, { address: email, identityUid, passwordHash }),
    isNew: true,
  };
}
