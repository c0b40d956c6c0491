/** Which rows of a readable place a caller sees, for resources that have a narrower `sight`. */
import { capabilityOf, CATALOG, RESOURCE_TYPES } from '#lib/resources/catalog.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { BaseRow, Holds, ResourceDefinition } from '#lib/resources/define.ts';
import { all, any, below, isIn, not, type Predicate } from '#lib/store/predicates.ts';
import type { Call } from './call.ts';
import type { ListParams } from './filters.ts';
import { whereOwn, whereParty, whereWaiting } from './parties.ts';

/** The owner of rows that are nobody's own. */
export const NOBODY = '';

/** The capability to list a collection; undefined for an unknown one. */
export function listCapability(collection: string): Capability | undefined {
  const type = RESOURCE_TYPES.find((one) => CATALOG[one].collection === collection);
  return type && capabilityOf(type, 'list');
}

/** What of a caller decides which rows they see. */
export interface Seer extends Pick<Call, 'reach'> {
  principal: Pick<Call['principal'], 'ownIdentities'>;
}

const ownersFor = ({ principal }: Seer) => [NOBODY, ...principal.ownIdentities];

/**
 * The conditions of a list beside its filters. They leave the rows that are the caller's own or
 * everybody's, of collections that the caller may list, where the caller may use the given filters.
 */
export function inSight(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
): Predicate[] {
  return [
    ...ofSight(definition, call),
    ...whereMayFilter(definition, call, params),
    ...ofParties(definition, call, params),
  ];
}

/** The groups where somebody may use the given filters. */
export const whereMayFilter = (
  { type, filters }: ResourceDefinition,
  { reach }: Pick<Call, 'reach'>,
  params: ListParams,
): Predicate[] =>
  Object.entries(filters).flatMap(([name, filter]) =>
    'needs' in filter && params.has(name)
      ? [below(...reach.topGroups(capabilityOf(type, filter.needs)))]
      : [],
  );

/** The conditions of a list of rows that have parties, with the filters that only a call can decide. */
function ofParties({ hasParties }: ResourceDefinition, call: Call, params: ListParams) {
  if (hasParties !== true) return [];
  const filtered = (name: string, where: Predicate) => {
    const [value] = params.get(name) ?? [];
    return value === undefined ? [] : [value === 'true' ? where : not(where)];
  };
  const own = filtered('own', whereOwn(call));
  return [whereParty(call), ...own, ...filtered('answerable', whereWaiting(call))];
}

function ofSight({ type, sight }: ResourceDefinition, call: Call): Predicate[] {
  if (sight === undefined) return [];
  const byTopGroups = new Map<string, { topGroups: readonly string[]; collections: string[] }>();
  for (const shown of RESOURCE_TYPES.filter((one) => one !== type)) {
    const topGroups = call.reach.topGroups(capabilityOf(shown, 'list'));
    const same = byTopGroups.get(topGroups.join()) ?? { topGroups, collections: [] };
    same.collections.push(CATALOG[shown].collection);
    byTopGroups.set(topGroups.join(), same);
  }
  const listed = [...byTopGroups.values()].map(({ topGroups, collections }) =>
    all(isIn(sight.shows, collections), below(...topGroups)),
  );
  return [isIn(sight.owner, ownersFor(call)), any(...listed)];
}

export function sees({ sight }: ResourceDefinition, call: Seer, row: BaseRow): boolean {
  if (sight === undefined) return true;
  const capability = listCapability(textOf(row, sight.shows));
  const mayList = capability !== undefined && call.reach.holds(capability, row.parent ?? '');
  return mayList && ownersFor(call).includes(textOf(row, sight.owner));
}

/** What the caller holds, for the fields that not everybody sees of a resource. */
export const holdsOf =
  ({ reach }: Call): Holds =>
  (capability, uid) =>
    reach.holds(capability, uid);

export const seesGroup =
  ({ reach }: Call) =>
  (uid: string): boolean =>
    reach.holds('groups.list', uid);

/** Whether only one identity sees the row. What others do not see is not in their audit log. */
export function isOwn({ sight }: ResourceDefinition, row: BaseRow): boolean {
  return sight !== undefined && textOf(row, sight.owner) !== NOBODY;
}

const textOf = (row: BaseRow, column: string): string =>
  String((row as BaseRow & Record<string, unknown>)[column]);
