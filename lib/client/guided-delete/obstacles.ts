/** What keeps a group from being deleted with everything in it, known before anything is: pure. */
import type { Capability } from '#lib/resources/capabilities.ts';
import { type Grants, isGranted } from '#lib/client/access/capabilities.ts';
import { countedKind, type Kind, KINDS } from '#lib/client/guided-delete/kinds.ts';
import type { Counts } from '#lib/client/resources/summary.ts';

export interface Facts {
  uid: string;
  /** By collection; what the caller may not list is absent. */
  counts: Readonly<Record<string, Counts>>;
  grants: Grants | undefined;
  /** The caller's own identities. */
  own: readonly { uid: string; name: string }[];
  /** Who owns the organization; null where that cannot be seen. */
  owners: readonly { uid: string; name: string }[] | null;
}

export interface Obstacles {
  /** What is in it that the API cannot delete. */
  readOnly: { kind: Kind; count: number }[];
  /** What it takes that the caller does not hold there. */
  missing: Capability[];
  /** The caller's own identities in it: with them the right to go on would go. */
  own: readonly { uid: string; name: string }[];
  /** Whether every owner of the organization is in it, of whom one has to remain. */
  holdsAllOwners: boolean;
  /** What may be in it without the caller seeing it. */
  unseen: Kind[];
}

export const belowOf = (counts: Facts['counts'], { collection }: Kind): number =>
  Number(counts[collection]?.below ?? 0);

export function obstaclesOf({ uid, counts, grants, own, owners }: Facts): Obstacles {
  const isWithin = (other: { uid: string }) => other.uid.startsWith(`${uid}/`);
  const found = KINDS.map((kind) => ({ kind, count: belowOf(counts, kind) })).filter(
    ({ count }) => count > 0,
  );
  // Bindings go with their groups; only those of own roles are deleted by themselves.
  const hasRoles = found.some(({ kind }) => kind.collection === 'roles');
  const needed = found.flatMap(({ kind }): Capability[] => {
    if (kind.delete === null || (kind.collection === 'roleBindings' && !hasRoles)) return [];
    return [kind.delete];
  });
  return {
    readOnly: found.filter(({ kind }) => kind.delete === null),
    missing: [...new Set<Capability>(['groups.delete', ...needed])].filter(
      (capability) => grants && !isGranted(grants, uid, capability),
    ),
    own: own.filter(isWithin),
    holdsAllOwners: owners !== null && owners.length > 0 && owners.every(isWithin),
    unseen: KINDS.filter(({ collection }) => counts[collection] === undefined),
  };
}

export const canStart = ({ readOnly, missing, own, holdsAllOwners }: Obstacles): boolean =>
  readOnly.length === 0 && missing.length === 0 && own.length === 0 && !holdsAllOwners;

/** "3 repositories and 12 advisories". */
export const readOnlyText = ({ readOnly }: Pick<Obstacles, 'readOnly'>): string =>
  readOnly.map(({ kind, count }) => countedKind(count, kind.words)).join(' and ');
