/**
 * Identities that name the account of another organization. They have no effect until its person joins theirs,
 * whatever that organization says about the person.
 */
import { isUid, rootUid } from '#lib/aip/uid.ts';
import { rootsJoined } from '#lib/auth/matching/joined.ts';
import type { Person } from '#lib/auth/matching/blocked.ts';
import { addressesOfIssuer, ownUrls } from '#lib/auth/tokens/known-urls.ts';
import type { ClaimMatch } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, below, is, isIn } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';

type Identity = RowOf<'Identity'>;

interface Named {
  /** The identity as it was; null for a new one. */
  before: Identity | null;
  match: ClaimMatch;
}

/** Since when an identity with the claim match has no effect; null if it has. */
export async function unconfirmedSince(
  tx: Transaction,
  uid: string,
  { before, match: { issuer, subject } }: Named,
): Promise<Date | null> {
  if (issuer === undefined || subject === undefined) return null;
  if (before?.issuer === issuer && before.subject === subject) return before.unconfirmedTime;
  const own = await ownUrls();
  if (!own.has(issuer) || !isUid(subject)) return null;
  const joined = await rootsJoined(tx, own, subject);
  return joined.has(rootUid(uid)) ? null : new Date();
}

/** The identities of an organization that name the person literally. */
async function identitiesIn(
  reads: Reads,
  { issuer, subject }: Person,
  root: string,
): Promise<Identity[]> {
  const issuers = await addressesOfIssuer(issuer);
  return reads.rows('Identity', all(isIn('issuer', issuers), is('subject', subject), below(root)));
}

/**
 * Gives effect to every identity of the organization that names the person: they decide about the
 * organization, not about one of its identities.
 *
 * @param record writes what changed to the audit log.
 */
export async function joinOrganization(
  tx: Transaction,
  person: Person,
  root: string,
  record: (before: Identity, after: Identity) => Promise<void>,
): Promise<void> {
  for (const before of await identitiesIn(tx, person, root)) {
    if (before.unconfirmedTime === null) continue;
    const changed = { unconfirmedTime: null, updateTime: new Date() };
    await record(before, await tx.update('Identity', before.uid, changed));
  }
}
