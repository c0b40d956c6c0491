/** The numbers of resources and their orders in the tables of the hierarchy. */
import { CATALOG } from '#lib/resources/catalog.ts';
import type { ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';

/** The numbers of a resource's orders are below this many times the next one's. */
export const LISTS_PER_TYPE = 100;

/** The name of a table in `Tally.type`. */
export function typeId(type: ResourceType): number {
  return CATALOG[type].id;
}

/** The orders of a table that are kept, by column, of all groups. */
export function listsOf({ type, orders }: ResourceDefinition): [column: string, list: number][] {
  const columns = [...new Set(Object.values(orders))].filter((column) => column !== 'uid').sort();
  return columns.map((column, index) => [column, typeId(type) * LISTS_PER_TYPE + index]);
}

/**
 * The order by uid, which root groups have alone. The table itself is in that order, so that it is
 * for positions only: what lies below any group is a part of it without gaps.
 */
export function uidList(type: ResourceType): number {
  return typeId(type) * LISTS_PER_TYPE + LISTS_PER_TYPE - 1;
}

const LISTS: ReadonlyMap<string, number> = new Map(
  RESOURCES.flatMap((resource) =>
    [...listsOf(resource), ['uid', uidList(resource.type)] as const].map(
      ([column, list]): [string, number] => [`${resource.type} ${column}`, list],
    ),
  ),
);

/** Whether all groups have a ranking of a table by a column. */
export const keptBy = (type: ResourceType, column: string): boolean =>
  column !== 'uid' && LISTS.has(`${type} ${column}`);

/** The number in `Ranking.list` of a table in the order of a column. */
export function listId(type: ResourceType, column: string): number {
  const list = LISTS.get(`${type} ${column}`);
  if (list === undefined) throw new Error(`${type} is not kept by ${column}`);
  return list;
}
