/**
 * Shares. Whoever founds an organization from another one gets no more of the installation by it: the
 * root groups that were founded from one another, over any number of steps, take one share together.
 * The uid of their first root group names it, also after that group is deleted.
 */
import type { RowOf } from '#lib/resources/rows.ts';
import { any, is } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/prisma/reads.ts';

/** The share that a root group belongs to. */
export const shareOfRoot = ({
  uid,
  foundedBy,
}: Pick<RowOf<'Group'>, 'uid' | 'foundedBy'>): string => foundedBy ?? uid;

/** The root groups of a share, without those that are deleted. */
export const rootsOfShare = (reads: Reads, share: string): Promise<string[]> =>
  reads.uids('Group', any(is('uid', share), is('foundedBy', share)), 'uid');

/** The limits of the first root group of a share, which hold for all of them together. */
export async function limitsOfShare(reads: Reads, share: string): Promise<Record<string, number>> {
  const first = await reads.get('Group', share);
  if (first !== null) return first.resourceLimits;
  return (await reads.first('Share', is('uid', share)))?.resourceLimits ?? {};
}
