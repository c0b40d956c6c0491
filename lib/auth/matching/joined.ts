/**
 * Which organizations the person of an account has joined: that of the account, and those with an identity
 * that names the person and has effect. Whoever writes the subject of an account into an identity of another
 * organization does not decide that.
 */
import { rootUid } from '#lib/aip/uid.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';

type Identity = RowOf<'Identity'>;

/**
 * The root groups of the organizations that the person has joined.
 *
 * @param own the addresses of the installation.
 * @param subject of the account: the uid of its identity.
 */
export async function rootsJoined(
  reads: Reads,
  own: ReadonlySet<string>,
  subject: string,
): Promise<ReadonlySet<string>> {
  const whereTheirs = all(isIn('issuer', [...own]), is('subject', subject));
  return rootsWithin(await reads.rows('Identity', whereTheirs), subject);
}

/** As {@link rootsJoined}, from the identities that name the person. */
export function rootsWithin(naming: readonly Identity[], subject: string): ReadonlySet<string> {
  const confirmed = naming.filter(isConfirmed).map(({ uid }) => rootUid(uid));
  return new Set([rootUid(subject), ...confirmed]);
}

export const isConfirmed = ({ unconfirmedTime }: Pick<Identity, 'unconfirmedTime'>): boolean =>
  unconfirmedTime === null;

/**
 * Whether an identity that matches an account grants the account anything. A pattern may match
 * anybody.
 */
export const countsFor =
  (joined: ReadonlySet<string>) =>
  (row: Identity): boolean => {
    if (row.issuer !== null && row.subject !== null) return isConfirmed(row);
    return joined.has(rootUid(row.uid)) || row.matchesAnyAccount === true;
  };
