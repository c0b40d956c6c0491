/** What prevents the deletion of a group with its contents, determined before it starts. Pure. */
import { isBelow } from '#lib/client/paths.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { type Grants, isGranted } from '#lib/client/access/capabilities.ts';
import { type Kind, KINDS } from '#lib/client/guided-delete/kinds.ts';
import type { Counts } from '#lib/client/resources/summary.ts';

export interface Facts {
  uid: string;
  /** By collection; collections that the caller may not list are absent. */
  counts: Readonly<Record<string, Counts>>;
  grants: Grants | undefined;
  own: readonly { uid: string; name: string }[];
  /** The owners of the organization; null if the caller cannot see them. */
  owners: readonly { uid: string; name: string }[] | null;
}

export interface Obstacles {
  /** Required capabilities that the caller does not hold there. */
  missing: Capability[];
  /** The caller's own identities in the group. Deleting them would end the right to continue. */
  own: readonly { uid: string; name: string }[];
  /** Whether every owner of the organization is in the group. One must remain. */
  holdsAllOwners: boolean;
  /** Kinds that the caller may not see and that the group may contain. */
  unseen: Kind[];
}

/** The number of resources of the kind in the group and below it. */
export const belowOf = (counts: Facts['counts'], { collection }: Kind): number =>
  Number(counts[collection]?.below ?? 0);

/** Why a group and everything below it cannot be deleted, before anything is. */
export function obstaclesOf({ uid, counts, grants, own, owners }: Facts): Obstacles {
  const isWithin = (other: { uid: string }) => isBelow(other.uid, uid);
  const found = KINDS.map((kind) => ({ kind, count: belowOf(counts, kind) })).filter(
    ({ count }) => count > 0,
  );
  // Bindings are deleted with their groups. Only bindings of custom roles are deleted separately.
  const hasRoles = found.some(({ kind }) => kind.collection === 'roles');
  const needed = found.flatMap(({ kind }): Capability[] => {
    if (kind.collection === 'roleBindings' && !hasRoles) return [];
    return [kind.delete];
  });
  return {
    missing: [...new Set<Capability>(['groups.delete', ...needed])].filter(
      (capability) => grants && !isGranted(grants, uid, capability),
    ),
    own: own.filter(isWithin),
    holdsAllOwners: owners !== null && owners.length > 0 && owners.every(isWithin),
    // Not every kind is counted.
    unseen: KINDS.filter(
      ({ collection, list }) =>
        counts[collection] === undefined && !(grants && isGranted(grants, uid, list)),
    ),
  };
}

export const canStart = ({ missing, own, holdsAllOwners }: Obstacles): boolean =>
  missing.length === 0 && own.length === 0 && !holdsAllOwners;
