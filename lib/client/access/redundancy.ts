/** Role bindings that give nothing which another one does not give as well. */
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** What each role grants, by its uid; a role that cannot be read is not there. */
export type GrantsOfRoles = ReadonlyMap<string, readonly string[]>;

/** What of a binding says whether it is redundant. */
export type Bound = Pick<RoleBinding, 'uid' | 'createTime'> & {
  identity: { uid: string };
  group: { uid: string };
  role: { uid: string };
};

const isAtOrAbove = (upper: string, lower: string): boolean =>
  upper === lower || lower.startsWith(`${upper}/`);

const holdsAll = (of: readonly string[], some: readonly string[]): boolean =>
  some.every((capability) => of.includes(capability));

/** The one that was there first; the uid settles what was made at the same moment. */
const isOlder = (one: Bound, other: Bound): boolean =>
  one.createTime === other.createTime ? one.uid < other.uid : one.createTime < other.createTime;

/** Whether `other` gives all that `binding` does; of two that give the same, only to the newer one. */
function covers(other: Bound, binding: Bound, grants: GrantsOfRoles): boolean {
  if (other.uid === binding.uid || other.identity.uid !== binding.identity.uid) return false;
  if (!isAtOrAbove(other.group.uid, binding.group.uid)) return false;
  const [more, less] = [grants.get(other.role.uid), grants.get(binding.role.uid)];
  if (!more || !less || !holdsAll(more, less)) return false;
  const isSame = other.group.uid === binding.group.uid && more.length === less.length;
  return !isSame || isOlder(other, binding);
}

/**
 * By the uid of each redundant binding the one that makes it so: of the same identity, at the same
 * group or above, with a role that holds every capability. The one named is not redundant itself,
 * so that all that are told can go at once and nobody loses anything.
 *
 * @param all must have every binding of the identities of `shown` at their groups and above.
 */
export function redundantBindings<Other extends Bound>(
  shown: readonly Bound[],
  all: readonly Other[],
  grants: GrantsOfRoles,
): ReadonlyMap<string, Other> {
  const sizeOf = (binding: Bound) => grants.get(binding.role.uid)?.length ?? 0;
  // Nothing covers the first one of those that cover: what did would come before it.
  const widestFirst = all.toSorted(
    (a, b) =>
      a.group.uid.length - b.group.uid.length || sizeOf(b) - sizeOf(a) || (isOlder(a, b) ? -1 : 1),
  );
  const found = shown.flatMap((binding) => {
    const by = widestFirst.find((other) => covers(other, binding, grants));
    return by ? [[binding.uid, by] as const] : [];
  });
  return new Map(found);
}
