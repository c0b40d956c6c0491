/** Role bindings that grant nothing beyond another binding. */
import { isAtOrBelow } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** The capabilities of each role by uid; a role that could not be read is missing. */
export type GrantsOfRoles = ReadonlyMap<string, readonly string[]>;

/** The parts of a binding that decide whether it is redundant. */
export type Bound = Pick<RoleBinding, 'uid' | 'createTime' | 'unconfirmedTime'> & {
  identity: { uid: string };
  group: { uid: string };
  role: { uid: string };
};

const holdsAll = (of: readonly string[], some: readonly string[]): boolean =>
  some.every((capability) => of.includes(capability));

/** The older one first; the uid decides between bindings of the same moment. */
const isOlder = (one: Bound, other: Bound): boolean =>
  one.createTime === other.createTime ? one.uid < other.uid : one.createTime < other.createTime;

/**
 * Whether `other` grants all that `binding` does. Of two that grant the same, the newer one is
 * redundant.
 */
function covers(other: Bound, binding: Bound, grants: GrantsOfRoles): boolean {
  if (other.unconfirmedTime !== undefined) return false;
  if (other.uid === binding.uid || other.identity.uid !== binding.identity.uid) return false;
  if (!isAtOrBelow(binding.group.uid, other.group.uid)) return false;
  const [more, less] = [grants.get(other.role.uid), grants.get(binding.role.uid)];
  if (!more || !less || !holdsAll(more, less)) return false;
  const isSame = other.group.uid === binding.group.uid && more.length === less.length;
  return !isSame || isOlder(other, binding);
}

/**
 * For each redundant binding, by uid, the binding that makes it redundant: same identity, same
 * group or above, and a role with every capability. That binding is never redundant itself, so all
 * redundant ones can be removed together and nobody loses anything.
 *
 * @param all must contain every binding of the identities of `shown` at their groups and above.
 */
export function redundantBindings<Other extends Bound>(
  shown: readonly Bound[],
  all: readonly Other[],
  grants: GrantsOfRoles,
): ReadonlyMap<string, Other> {
  const sizeOf = (binding: Bound) => grants.get(binding.role.uid)?.length ?? 0;
  // The first covering binding is itself not covered: a binding that covered it would come before
  // it.
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
