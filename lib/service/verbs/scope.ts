/** Which rows a list may show: the hierarchy filters, narrowed to what the caller reaches. */
import { ancestorUids, belowRange, isSameOrBelow } from '#lib/aip/uid.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import type { Area } from '#lib/store/areas.ts';
import type { Condition } from '#lib/store/lists.ts';

/** The `uidp.*` filters of one request. */
export interface HierarchyFilter {
  descendantsOf?: string;
  childrenOf?: string;
  ancestorsOf?: string;
  inRoot?: boolean;
  ids?: readonly string[];
}

const NOTHING: Condition = { sql: '0', params: [] };

function below(uid: string): Condition {
  const { after, before } = belowRange(uid);
  return { sql: 't."uid" > ? AND t."uid" < ?', params: [after, before] };
}

function isOneOf(column: 'uid' | 'parent', uids: readonly string[]): Condition {
  return {
    sql: `t."${column}" IN (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(uids)],
  };
}

function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return NOTHING;
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' OR '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** A group is itself in a binding's reach, anything else is when it lies below. */
function reached(definition: ResourceDefinition, top: string): Condition {
  const range = below(top);
  if (definition.type !== 'Group') return range;
  return { sql: `t."uid" = ? OR (${range.sql})`, params: [top, ...range.params] };
}

/** What the caller may see, left out where a hierarchy filter already lies within it. */
function visible(
  definition: ResourceDefinition,
  filter: HierarchyFilter,
  tops: readonly string[],
): Condition[] {
  const scope = filter.descendantsOf ?? filter.childrenOf;
  if (scope !== undefined && tops.some((top) => isSameOrBelow(scope, top))) return [];
  const ranges = tops.map((top) => reached(definition, top));
  if (definition.type === 'Role') ranges.push({ sql: 't."parent" IS NULL', params: [] });
  return [anyOf(ranges)];
}

function inRoot(definition: ResourceDefinition): Condition {
  return definition.type === 'Group'
    ? { sql: `t."parent" = ''`, params: [] }
    : { sql: `length(t."parent") = 40`, params: [] };
}

/** The hierarchy filters and the caller's reach as conditions on one table. */
export function scopeConditions(
  definition: ResourceDefinition,
  filter: HierarchyFilter,
  tops: readonly string[],
): Condition[] {
  const conditions = visible(definition, filter, tops);
  if (filter.descendantsOf !== undefined) conditions.push(below(filter.descendantsOf));
  if (filter.childrenOf !== undefined) {
    conditions.push({ sql: 't."parent" = ?', params: [filter.childrenOf] });
  }
  if (filter.ancestorsOf !== undefined) {
    const column = definition.type === 'Group' ? 'uid' : 'parent';
    conditions.push(isOneOf(column, ancestorUids(filter.ancestorsOf)));
  }
  if (filter.inRoot === true) conditions.push(inRoot(definition));
  if (filter.ids !== undefined) conditions.push(isOneOf('uid', filter.ids));
  return conditions;
}

/**
 * The same as whole subtrees, where the filters leave it at that: all below a
 * group, or all that the caller reaches. Null where they do not.
 */
export function scopeAreas(
  definition: ResourceDefinition,
  filter: HierarchyFilter,
  tops: readonly string[],
): Area[] | null {
  const { descendantsOf, childrenOf, ancestorsOf, inRoot: isInRoot, ids } = filter;
  // Built-in roles lie nowhere.
  if (definition.type === 'Role' && descendantsOf === undefined) return null;
  if (childrenOf !== undefined || ancestorsOf !== undefined || isInRoot === true) return null;
  if (ids !== undefined) return null;
  const reach = tops.map((uid) => ({ uid, withSelf: definition.type === 'Group' }));
  if (descendantsOf === undefined) return reach;
  if (tops.some((top) => isSameOrBelow(descendantsOf, top))) {
    return [{ uid: descendantsOf, withSelf: false }];
  }
  return reach.filter(({ uid }) => isSameOrBelow(uid, descendantsOf));
}

/** The group whose children are asked for, and nothing else, within the caller's reach. */
export function scopeParent(
  { descendantsOf, childrenOf, ancestorsOf, inRoot: isInRoot, ids }: HierarchyFilter,
  tops: readonly string[],
): string | null {
  if (childrenOf === undefined || descendantsOf !== undefined || ancestorsOf !== undefined) {
    return null;
  }
  if (isInRoot === true || ids !== undefined) return null;
  return tops.some((top) => isSameOrBelow(childrenOf, top)) ? childrenOf : null;
}
