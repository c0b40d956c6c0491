/**
 * Which events a caller sees: all of a group with `audit.list` there; else those that say that a resource
 * changed which the caller may list there. The rule is data, and is applied to a list by the database and
 * to single records here.
 */
import { permissionDenied } from '#lib/aip/errors.ts';
import { isBelow, isSameOrBelow } from '#lib/aip/uid.ts';
import { auditType } from '#lib/audit/record.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { all, any, below, is, isIn, type Predicate } from '#lib/store/predicates.ts';

/** Events that are seen below some groups, none of which is in another one. */
interface Seen {
  below: readonly string[];
  /** Null for every record, whatever it is about. */
  types: ReadonlySet<string> | null;
}

export type EventSight = readonly Seen[];

/** What changes the answer of a list. Uses of access are for the audit log alone. */
const CHANGES: readonly Operation[] = [
  'create',
  'update',
  'delete',
  'import',
  'sync',
  'restore',
  'block',
  'unblock',
  'expire',
  'approve',
  'deny',
  'withdraw',
  'end',
  'review',
];

/**
 * The types of events by the capability that shows them. Some resources are not for everybody who may list
 * them, which their records do not say: they have none.
 */
const TYPES: ReadonlyMap<Capability, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      RESOURCES.filter(({ sight, type }) => sight === undefined && type !== 'AuditEvent'),
      ({ type }) => capabilityOf(type, 'list'),
    ),
  ].map(([capability, definitions]) => [
    capability,
    definitions.flatMap((one) => CHANGES.map((operation) => auditType(one, operation))),
  ]),
);

/** What the caller sees of a group and all groups below it; empty for nothing. */
export function sightOf({ reach }: Pick<Call, 'reach'>, group: string): EventSight {
  const within = (capability: Capability) =>
    reach.topGroups(capability).flatMap((top) => {
      if (isSameOrBelow(group, top)) return [group];
      return isBelow(top, group) ? [top] : [];
    });
  const byPlaces = new Map<string, { below: readonly string[]; types: Set<string> }>();
  for (const [capability, types] of TYPES) {
    const places = within(capability);
    const same = byPlaces.get(places.join()) ?? { below: places, types: new Set() };
    for (const type of types) same.types.add(type);
    byPlaces.set(places.join(), same);
  }
  const everything = { below: within('audit.list'), types: null };
  return [everything, ...byPlaces.values()].filter((one) => one.below.length > 0);
}

/**
 * @throws ApiError FAILED_PRECONDITION that names what a policy asks for, else PERMISSION_DENIED, where the
 *   caller sees nothing. Neither says whether the group exists.
 */
export function requireSight(call: Call, group: string): EventSight {
  const sight = sightOf(call, group);
  if (sight.length > 0) return sight;
  requireMet(call.reach.unmetWithin('groups.list', group));
  throw permissionDenied(['groups.list'], group);
}

/** The records that the caller sees. */
export const whereSeen = (sight: EventSight): Predicate<'type' | 'result'> =>
  any(
    ...sight.map(({ below: places, types }) =>
      types === null
        ? below(...places)
        : all(isIn('type', [...types]), is('result', 'OK'), below(...places)),
    ),
  );

/** What decides who sees an event. */
type Shown = Pick<RowOf<'AuditEvent'>, 'uid' | 'type' | 'result'>;

/** The same for one event. */
export const isSeen = (sight: EventSight, row: Shown): boolean =>
  sight.some(
    ({ below: places, types }) =>
      (types === null || (row.result === 'OK' && types.has(row.type))) &&
      places.some((place) => isBelow(row.uid, place)),
  );

/** Whether the caller sees who made the record, and what changed. */
export const isWholeSeen = (sight: EventSight, row: Shown): boolean =>
  sight.some((one) => one.types === null && one.below.some((place) => isBelow(row.uid, place)));
