/** The resources of denied attempts: their events contain no data to take a name from. */
import { queryOptions } from '@tanstack/react-query';
import { readByUids } from '#lib/client/resources/batches.ts';
import type { Names } from '#lib/client/resources/names.ts';
import { groups } from '#lib/client/resources/queries.ts';
import { isInto } from '#lib/resources/operations.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import { auditNoun, collectionPath, entryOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';

type State = Readonly<Record<string, unknown>>;

const COLLECTIONS: ReadonlyMap<string, string> = new Map(
  RESOURCE_TYPES.map((type) => [auditNoun(type), collectionPath(entryOf(type))]),
);

/** The display name of a resource, from its JSON; undefined if the JSON has too little. */
export function nameIn(state: State): string | undefined {
  if (typeof state['name'] === 'string') return state['name'];
  if (typeof state['url'] === 'string') return state['url'];
  const identity = state['identity'] as { name?: string } | undefined;
  const role = state['role'] as { name?: string } | undefined;
  return identity?.name && role?.name ? `${identity.name} as ${role.name}` : role?.name;
}

/** The resources of the denied attempts among the events, by collection. */
export function deniedSubjects(events: readonly AuditEvent[]) {
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

export async function readSubjects(
  subjects: ReturnType<typeof deniedSubjects>,
  signal: AbortSignal,
): Promise<Names> {
  const read = await Promise.all(
    subjects.map(({ collection, uids }) =>
      readByUids<State & { uid: string }>(collection, uids, signal),
    ),
  );
  return new Map(read.flat().map((state) => [state.uid, nameIn(state) ?? state.uid]));
}

/** The names of the resources of denied attempts, as far as the caller can see them. */
export function subjectsQuery(events: readonly AuditEvent[]) {
  const subjects = deniedSubjects(events);
  const sought = subjects.flatMap(({ uids }) => uids);
  return queryOptions({
    queryKey: ['auditEvents', 'list', { 'uidp.ids': sought }, 'subjects'],
    queryFn: ({ signal }) => readSubjects(subjects, signal),
    enabled: sought.length > 0,
  });
}
