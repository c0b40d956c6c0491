/** Decides which rows a list may show: the hierarchy filters, narrowed to the caller's reach. */
import { ancestorUids, isSameOrBelow } from '#lib/aip/uid.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { all, any, below, inRoot, is, isIn, type Predicate } from '#lib/store/predicates.ts';
import type { Place, Scope } from '#lib/store/store.ts';

export interface HierarchyFilter {
  descendantsOf?: string;
  childrenOf?: string;
  ancestorsOf?: string;
  inRoot?: boolean;
  ids?: readonly string[];
}

export function scopePredicate(
  definition: ResourceDefinition,
  filter: HierarchyFilter,
  topGroups: readonly string[],
): Predicate {
  const { type, hasParties } = definition;
  const parts: Predicate[] = [];
  const scope = filter.descendantsOf ?? filter.childrenOf;
  // What the caller may see. A filter may be within it already.
  const isReached = scope !== undefined && topGroups.some((top) => isSameOrBelow(scope, top));
  // Of rows that have parties, the conditions of the list say it.
  if (hasParties !== true && !isReached) {
    const reached = below(...topGroups);
    // A group is in the reach of a binding at that group. Other resources must be below it.
    if (type === 'Group') parts.push(any(isIn('uid', topGroups), reached));
    else parts.push(type === 'Role' ? any(is('parent', null), reached) : reached);
  }
  if (filter.descendantsOf !== undefined) parts.push(below(filter.descendantsOf));
  if (filter.childrenOf !== undefined) parts.push(is('parent', filter.childrenOf));
  if (filter.ancestorsOf !== undefined) {
    const column = type === 'Group' ? 'uid' : 'parent';
    parts.push(isIn(column, ancestorUids(filter.ancestorsOf)));
  }
  if (filter.inRoot === true) parts.push(inRoot());
  if (filter.ids !== undefined) parts.push(isIn('uid', filter.ids));
  return all(...parts);
}

/** All conditions of a list, and the place that the store can answer from kept counts and orders. */
export function scopeOf(
  definition: ResourceDefinition,
  filter: HierarchyFilter,
  topGroups: readonly string[],
  conditions: readonly Predicate[],
): Scope {
  const where = scopePredicate(definition, filter, topGroups);
  const place = placeOf(definition, filter, topGroups);
  if (conditions.length === 0) return { where, place };
  const kinds = Object.values(definition.filters).filter(
    (one) => one.kind === 'oneOf' && one.values !== undefined,
  );
  // A filter on an enum with few values, such as severity, matches many rows.
  const isBroad = conditions.every(
    (condition) =>
      condition.kind === 'in' &&
      kinds.some((one) => 'column' in one && one.column === condition.column),
  );
  return { where: all(where, ...conditions), place, filter: all(...conditions), isBroad };
}

/**
 * Directly in a group, everything below one, or the caller's whole reach. Null if the filters cannot
 * be expressed that way.
 */
function placeOf(
  { type, hasParties }: ResourceDefinition,
  { descendantsOf, childrenOf, ancestorsOf, inRoot: isInRoot, ids }: HierarchyFilter,
  topGroups: readonly string[],
): Place | null {
  if (hasParties === true) return null;
  if (ancestorsOf !== undefined || isInRoot === true || ids !== undefined) return null;
  const isReached = (uid: string) => topGroups.some((top) => isSameOrBelow(uid, top));
  if (childrenOf !== undefined) {
    const isOnly = descendantsOf === undefined && isReached(childrenOf);
    return isOnly ? { parent: childrenOf, subtrees: null } : null;
  }
  // Built-in roles belong to no group.
  if (type === 'Role' && descendantsOf === undefined) return null;
  const reach = topGroups.map((uid) => ({ uid, withSelf: type === 'Group' }));
  if (descendantsOf === undefined) return { parent: null, subtrees: reach };
  const subtrees = isReached(descendantsOf)
    ? [{ uid: descendantsOf, withSelf: false }]
    : reach.filter(({ uid }) => isSameOrBelow(uid, descendantsOf));
  return { parent: null, subtrees };
}
