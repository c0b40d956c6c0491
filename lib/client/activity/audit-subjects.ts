/** The names in audit events. Those of denied attempts contain no data to take a name from. */
import { queryOptions } from '@tanstack/react-query';
import { readByUids } from '#lib/client/resources/batches.ts';
import {
  nameIn,
  type Names,
  parentsOf,
  readNames,
  type State,
} from '#lib/client/resources/names.ts';
import { groups } from '#lib/client/resources/queries.ts';
import { isInto } from '#lib/resources/operations.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import { auditNoun, collectionPath, entryOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';

const COLLECTIONS: ReadonlyMap<string, string> = new Map(
  RESOURCE_TYPES.map((type) => [auditNoun(type), collectionPath(entryOf(type))]),
);

/** The resources of the denied attempts among the events, by collection. */
function deniedSubjects(events: readonly AuditEvent[]) {
  const sought = new Map<string, Set<string>>();
  for (const event of events) {
    const collection = isInto(event.operation)
      ? groups.collection
      : COLLECTIONS.get(event.type.split('.')[2] ?? '');
    if (event.result === 'OK' || collection === undefined) continue;
    sought.set(collection, (sought.get(collection) ?? new Set()).add(event.resource));
  }
  return [...sought].map(([collection, uids]) => ({ collection, uids: [...uids].sort() }));
}

function namesIn(
  events: readonly AuditEvent[],
  actors: readonly string[],
  holders: readonly string[] = [],
) {
  const subjects = deniedSubjects(events);
  const sought = [...actors, ...holders, ...subjects.flatMap(({ uids }) => uids)].sort();
  return queryOptions({
    queryKey: ['auditEvents', 'list', { 'uidp.ids': sought }, 'names', actors],
    queryFn: async ({ signal }): Promise<Names> => {
      const [people, places, ...things] = await Promise.all([
        readNames('identities', actors, signal),
        readNames('groups', holders, signal),
        ...subjects.map(({ collection, uids }) =>
          readByUids<State & { uid: string }>(collection, uids, signal),
        ),
      ]);
      const named = things.flat().map((state) => [state.uid, nameIn(state) ?? state.uid] as const);
      return new Map([...people, ...places, ...named]);
    },
    enabled: sought.length > 0,
  });
}

/** The names of the resources of denied attempts, as far as the caller can see them. */
export const subjectsQuery = (events: readonly AuditEvent[]) => namesIn(events, []);

/** The same, with the names of the callers. The command line is not an identity; its name has no slash. */
export const recordNamesQuery = (events: readonly AuditEvent[]) =>
  namesIn(events, actorsOf(events));

const actorsOf = (events: readonly AuditEvent[]) => [
  ...new Set(events.flatMap(({ actor }) => (actor.includes('/') ? [actor] : []))),
];

/** The same, with the names of the groups that hold what changed. */
export const changesQuery = (events: readonly AuditEvent[]) =>
  namesIn(events, actorsOf(events), parentsOf(events.map(({ resource }) => ({ uid: resource }))));

/** Events that one request made of one kind, the newest first, each with those before it. */
export function acts(events: readonly AuditEvent[]): (readonly [AuditEvent, ...AuditEvent[]])[] {
  const joined: [AuditEvent, ...AuditEvent[]][] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const isSame =
      last !== undefined &&
      last[0].requestId === event.requestId &&
      last[0].type === event.type &&
      last[0].result === event.result;
    if (isSame) last.push(event);
    else joined.push([event]);
  }
  return joined;
}
