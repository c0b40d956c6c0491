/** The resources of denied attempts: their events contain no data to take a name from. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import { inBatches } from '#lib/client/resources/batches.ts';
import type { Names } from '#lib/client/resources/names.ts';
import { GROUPS_COLLECTION, type Page, searchOf } from '#lib/client/resources/queries.ts';
import { isInto } from '#lib/resources/operations.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import { auditNoun, collectionPath, entryOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';

const PAGE_SIZE = '200';

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

function collectionOf(event: AuditEvent): string | undefined {
  return isInto(event.operation)
    ? GROUPS_COLLECTION
    : COLLECTIONS.get(event.type.split('.')[2] ?? '');
}

/** Resources of one collection, few enough for one address. */
interface Batch {
  collection: string;
  batch: readonly string[];
}

/** The resources of the denied attempts among the events. */
export function deniedSubjects(events: readonly AuditEvent[]): Batch[] {
  const sought = new Map<string, Set<string>>();
  for (const event of events) {
    const collection = event.result === 'OK' ? undefined : collectionOf(event);
    if (collection === undefined) continue;
    sought.set(collection, (sought.get(collection) ?? new Set()).add(event.resource));
  }
  return [...sought].flatMap(([collection, uids]) =>
    inBatches([...uids].sort()).map((batch) => ({ collection, batch })),
  );
}

export async function readSubjects(batches: readonly Batch[], signal: AbortSignal): Promise<Names> {
  const read = await Promise.all(
    batches.map(({ collection, batch }) => readBatch(collection, batch, signal)),
  );
  return new Map(read.flat());
}

/** The names of the resources of denied attempts, as far as the caller can see them. */
export function subjectsQuery(events: readonly AuditEvent[]) {
  const batches = deniedSubjects(events);
  const uids = batches.flatMap(({ batch }) => batch);
  return queryOptions({
    queryKey: ['auditEvents', 'list', { 'uidp.ids': uids }, 'subjects'],
    queryFn: ({ signal }) => readSubjects(batches, signal),
    enabled: uids.length > 0,
  });
}

async function readBatch(collection: string, uids: readonly string[], signal: AbortSignal) {
  const member = collection.split('/').at(-1) ?? '';
  type List = Page & Record<string, (State & { uid: string })[]>;
  const search = searchOf({ 'uidp.ids': uids, page_size: PAGE_SIZE });
  const list = (await call<List>(`${collection}?${search}`, { signal }))[member] ?? [];
  return list.map((state): [string, string] => [state.uid, nameIn(state) ?? state.uid]);
}
