/** Role bindings that grant nothing beyond another binding. */
import { type Span, spanOf } from '#lib/client/access/binding-times.ts';
import { isAtOrBelow } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** The capabilities of each role by uid; a role that could not be read is missing. */
export type GrantsOfRoles = ReadonlyMap<string, readonly string[]>;

/** The parts of a binding that decide whether it is redundant. */
export type Bound = Pick<
  RoleBinding,
  'uid' | 'createTime' | 'unconfirmedTime' | 'startTime' | 'expirationTime'
> & {
  identity: { uid: string };
  group: { uid: string };
  role: { uid: string };
};

const holdsAll = (of: readonly string[], some: readonly string[]): boolean =>
  some.every((capability) => of.includes(capability));

interface Known {
  grants: GrantsOfRoles;
  now: number;
}

/** The rest of the time in which it grants its role. */
function restOf(binding: Bound, now: number): Span {
  const { from, until } = spanOf(binding);
  return { from: Math.max(from, now), until };
}

const isWithin = (inner: Span, outer: Span): boolean =>
  outer.from <= inner.from && inner.until <= outer.until;

/** The older one first; the uid decides between bindings of the same moment. */
const isOlder = (one: Bound, other: Bound): boolean =>
  one.createTime === other.createTime ? one.uid < other.uid : one.createTime < other.createTime;

/**
 * Whether `other` grants all that `binding` does. Of two that grant the same, the newer one is
 * redundant.
 */
function covers(other: Bound, binding: Bound, { grants, now }: Known): boolean {
  if (other.unconfirmedTime !== undefined) return false;
  if (other.uid === binding.uid || other.identity.uid !== binding.identity.uid) return false;
  if (!isAtOrBelow(binding.group.uid, other.group.uid)) return false;
  const [more, less] = [grants.get(other.role.uid), grants.get(binding.role.uid)];
  if (!more || !less || !holdsAll(more, less)) return false;
  const [outer, inner] = [restOf(other, now), restOf(binding, now)];
  if (!isWithin(inner, outer)) return false;
  const isSame =
    other.group.uid === binding.group.uid && more.length === less.length && isWithin(outer, inner);
  return !isSame || isOlder(other, binding);
}

/** One that is within another comes after it. */
const longerFirst = (a: Span, b: Span): number => b.until - a.until || a.from - b.from;

/**
 * For each redundant binding, by uid, the binding that makes it redundant: same identity, same
 * group or above, a role with every capability, and no less time. That binding is never redundant itself, so all
 * redundant ones can be removed together and nobody loses anything.
 *
 * @param all must contain every binding of the identities of `shown` at their groups and above.
 */
export function redundantBindings<Other extends Bound>(
  shown: readonly Bound[],
  all: readonly Other[],
  grants: GrantsOfRoles,
  now = Date.now(),
): ReadonlyMap<string, Other> {
  const sizeOf = (binding: Bound) => grants.get(binding.role.uid)?.length ?? 0;
  // The first covering binding is itself not covered: a binding that covered it would come before
  // it.
  const widestFirst = all.toSorted(
    (a, b) =>
      a.group.uid.length - b.group.uid.length ||
      sizeOf(b) - sizeOf(a) ||
      longerFirst(restOf(a, now), restOf(b, now)) ||
      (isOlder(a, b) ? -1 : 1),
  );
  const found = shown.flatMap((binding) => {
    if (spanOf(binding).until <= now) return [];
    const by = widestFirst.find((other) => covers(other, binding, { grants, now }));
    return by ? [[binding.uid, by] as const] : [];
  });
  return new Map(found);
}
