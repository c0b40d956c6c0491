/**
 * The addresses that the installation has been known by. Its tokens stay valid when the address
 * changes. The command line may issue a token before the first start of the server has recorded an
 * address.
 */
import { isUid, rootUid } from '#lib/aip/uid.ts';
import { eventOf, programActor, recordAudit } from '#lib/audit/record.ts';
import { rootsJoined } from '#lib/auth/matching/joined.ts';
import { config } from '#lib/config.ts';
import { isLoopbackHost } from '#lib/net/addresses.ts';
import { AccessCache } from '#lib/access/access-cache.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import { identity } from '#lib/resources/identity.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';

// `EVENTS` in lib/store/sql/access.ts knows it, since a change of it has callers looked up again.
const PREFIX = 'url:';
const LAST = 'last-url';

/** Records an address. `last` is set if the server itself listens there. */
export async function recordUrl(url: string, last = false): Promise<void> {
  const keys = last ? [PREFIX + url, LAST] : [PREFIX + url];
  await transaction(async (tx) => {
    if ((await tx.first('Setting', is('key', PREFIX + url))) === null) await suspendNaming(tx, url);
    for (const key of keys) await tx.put('Setting', { key, value: url });
  });
}

/**
 * Ends the effect of identities whose issuer is the new address until their person confirms them.
 * Nobody had to confirm them before: while the address was not the installation's, they named no
 * account.
 */
async function suspendNaming(tx: Transaction, url: string): Promise<void> {
  const before = new Set(await readUrls());
  const named = all(is('issuer', url), is('unconfirmedTime', null));
  for (const row of await tx.rows('Identity', named)) {
    const { uid, parent, subject } = row;
    if (subject === null || !isUid(subject)) continue;
    if ((await rootsJoined(tx, before, subject)).has(rootUid(uid))) continue;
    const after = await tx.update('Identity', uid, { unconfirmedTime: new Date() });
    await recordAudit(tx, {
      ...programActor('server'),
      ...eventOf(identity, 'update', uid, parent),
      before: identity.toJson(row),
      after: identity.toJson(after),
    });
  }
}

/** The address at which the server last ran; null if it never did. */
export async function lastUrl(): Promise<string | null> {
  return (await committed.first('Setting', is('key', LAST)))?.value ?? null;
}

// A new address changes access, because tokens may name it.
const usable = new AccessCache<ReadonlySet<string>>();

async function readUrls(): Promise<string[]> {
  const settings = await committed.rows('Setting', all());
  return settings.filter(({ key }) => key.startsWith(PREFIX)).map(({ value }) => value);
}

function isLoopback(url: string): boolean {
  return isLoopbackHost(URL.parse(url)?.hostname ?? '');
}

/**
 * Removes a former address. Tokens that name it stop working with the next request.
 *
 * @returns whether the address was known.
 */
export async function forgetUrl(url: string): Promise<boolean> {
  const count = await transaction((tx) => tx.deleteAll('Setting', is('key', PREFIX + url)));
  return count > 0;
}

/**
 * The addresses that tokens may name the installation by.
 *
 * @param revision the access revision, if it was read.
 */
export function ownUrls(revision?: string): Promise<ReadonlySet<string>> {
  const { url: current } = config();
  const read = async () => {
    const urls = await readUrls();
    return new Set([current, ...urls.filter((url) => isLoopback(current) || !isLoopback(url))]);
  };
  return usable.lookUp(current, read, revision);
}

/** The issuer; or all addresses of the installation for one of them, since the address may change. */
export async function addressesOfIssuer(issuer: string, revision?: string): Promise<string[]> {
  const own = await ownUrls(revision);
  return own.has(issuer) ? [...own] : [issuer];
}

/** Rows of the person, whose issuer may have been known by another address. */
export const wherePerson = async (
  { issuer, subject }: { issuer: string; subject: string },
  revision?: string,
) => all(isIn('issuer', await addressesOfIssuer(issuer, revision)), is('subject', subject));

/**
 * True for an address that tokens of the installation may name. Every machine has the loopback
 * addresses, so they count only until there is another address.
 */
export async function isOwnUrl(url: string, revision?: string): Promise<boolean> {
  return url === config().url || (await ownUrls(revision)).has(url);
}
