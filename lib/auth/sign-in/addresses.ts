/**
 * The addresses of accounts. Whoever accepts an invite can type any address, so several accounts may
 * have one. It belongs to the account that has verified it, once one has.
 */
import { alreadyExists, notFound, refusal } from '#lib/aip/errors.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { signatureOf } from '#lib/secrets/signatures.ts';
import { any, is } from '#lib/store/predicates.ts';
import { committed, type Reads, type Transaction } from '#lib/store/store.ts';
import {
  hashPassword,
  isOutdated,
  NO_PASSWORD,
  SALT_BYTES,
  saltOf,
} from '#lib/auth/passwords/passwords.ts';

type Account = RowOf<'Account'>;

/**
 * The e-mail address of the account. Where others have it too, the column `email` is the uid of
 * the identity.
 */
export const addressOf = ({ email, sharedEmail }: Pick<Account, 'email' | 'sharedEmail'>): string =>
  sharedEmail ?? email;

export interface AccountsAt {
  /** The account that has verified the address is first, then the oldest. */
  accounts: Account[];
  /** Null if none has verified it. */
  verified: Account | null;
}

/** The accounts with the address. The verified one is first, the others by their age. */
export async function accountsAt(
  reads: Pick<Reads, 'find' | 'getAll'>,
  address: string,
): Promise<AccountsAt> {
  // The key of an account may be the uid of its identity instead of an address.
  if (!address.includes('@')) return { accounts: [], verified: null };
  const whereAddress = any(is('email', address), is('sharedEmail', address));
  const order = { column: 'createTime', descending: false } as const;
  const found = await reads.find('Account', whereAddress, { order });
  const uids = found.map(({ identityUid }) => identityUid);
  const verifying = new Set(
    (await reads.getAll('Identity', uids))
      .filter(({ email, emailUnverified }) => email === address && emailUnverified !== true)
      .map(({ uid }) => uid),
  );
  const verified = found.find(({ identityUid }) => verifying.has(identityUid)) ?? null;
  const others = found.filter((one) => one !== verified);
  return { accounts: verified === null ? others : [verified, ...others], verified };
}

/** Whether this account is the one that has verified its address. */
export async function hasVerifiedAddress(
  reads: Pick<Reads, 'find' | 'getAll'>,
  account: Account,
): Promise<boolean> {
  const { verified } = await accountsAt(reads, addressOf(account));
  return verified?.identityUid === account.identityUid;
}

async function isOfAnother(
  reads: Pick<Reads, 'find' | 'getAll'>,
  address: string,
  { identityUid }: Pick<Account, 'identityUid'>,
): Promise<boolean> {
  const { verified } = await accountsAt(reads, address);
  return verified !== null && verified.identityUid !== identityUid;
}

/** @throws ApiError ALREADY_EXISTS on the field if another account has verified the address. */
export async function requireFree(
  tx: Transaction,
  account: Account,
  address: string,
  field: string,
): Promise<void> {
  if (!(await isOfAnother(tx, address, account))) return;
  throw alreadyExists('Account', address, {
    field,
    description: 'another account has verified this address',
  });
}

/** The address for messages about the account; null if it belongs to another account. */
export async function mailboxOf(
  reads: Pick<Reads, 'find' | 'getAll'>,
  account: Account,
): Promise<string | null> {
  const address = addressOf(account);
  return (await isOfAnother(reads, address, account)) ? null : address;
}

/**
 * The account that an operator names, by its address or the uid of its identity.
 *
 * @throws ApiError NOT_FOUND; FAILED_PRECONDITION `SEVERAL_ACCOUNTS`.
 */
export async function namedAccount(reads: Reads, given: string): Promise<Account> {
  const text = given.trim().toLowerCase();
  const byIdentity = await reads.first('Account', is('identityUid', text));
  if (byIdentity !== null) return byIdentity;
  const { accounts, verified } = await accountsAt(reads, text);
  const [only, ...others] = accounts;
  if (only === undefined) throw notFound('Account', text);
  if (verified !== null || others.length === 0) return only;
  const uids = accounts.map(({ identityUid }) => identityUid).join(', ');
  throw refusal(
    'SEVERAL_ACCOUNTS',
    `several accounts have this address and none has verified it; give the uid of an identity instead: ${uids}`,
  );
}

/** The columns that store an account's address, also if other accounts have the same one. */
export async function columnsFor(
  tx: Transaction,
  address: string,
  identityUid: string,
): Promise<Pick<Account, 'email' | 'sharedEmail'>> {
  const isTaken = (await tx.first('Account', is('email', address))) !== null;
  return isTaken
    ? { email: identityUid, sharedEmail: address }
    : { email: address, sharedEmail: null };
}

/** Inserts an account. Several accounts may have the address. */
export async function addAccount(
  tx: Transaction,
  {
    address,
    identityUid,
    passwordHash,
  }: Pick<Account, 'identityUid' | 'passwordHash'> & { address: string },
): Promise<Account> {
  const now = new Date();
  const account = {
    ...(await columnsFor(tx, address, identityUid)),
    passwordHash,
    identityUid,
    userHandle: null,
    createTime: now,
    updateTime: now,
  };
  await tx.insertAll('Account', [account]);
  return account;
}

/**
 * A hash for an account with the address. It has the salt of the others there, so that a sign-in
 * takes one computation however many accounts have the address. Somebody else may join with it at the
 * same time, so the first one follows from the address as well.
 *
 * @param own the uid of the account's identity, if it exists.
 */
export async function hashFor(password: string, address: string, own = ''): Promise<string> {
  const { accounts } = await accountsAt(committed, address);
  const other = accounts.find(
    ({ identityUid, passwordHash }) =>
      identityUid !== own && passwordHash !== NO_PASSWORD && !isOutdated(passwordHash),
  );
  return hashPassword(
    password,
    other === undefined ? firstSalt(address) : saltOf(other.passwordHash),
  );
}

/**
 * The salt of the first hash for an address. It follows from a secret, so nobody outside can
 * compute it in advance.
 */
const firstSalt = (address: string): Buffer =>
  Buffer.from(signatureOf('salt', address), 'base64url').subarray(0, SALT_BYTES);
