/** Resources of any kind, for pickers that do not ask what something is. */
import { queryOptions } from '@tanstack/react-query';
import { ApiRequestError } from '#lib/client/api.ts';
import { nameIn, type Names } from '#lib/client/resources/names.ts';
import { type ListQuery, type Page, readPage } from '#lib/client/resources/queries.ts';
import {
  collectionPath,
  entryOf,
  RESOURCE_TYPES,
  type ResourceType,
} from '#lib/resources/catalog.ts';

/** Any resource by its name, as messages and lists of the audit log show it. */
export interface Thing {
  uid: string;
  name: string;
  /** What it is: "role binding". */
  kind: string;
}

export interface ThingList {
  type: ResourceType;
  query: ListQuery;
}

/** The kinds that are found by a part of a name. */
const NAMED: readonly ResourceType[] = [
  'Group',
  'Identity',
  'Role',
  'IdentityProvider',
  'AccountAssociation',
  'Repo',
  'RegistrySource',
  'Advisory',
];

/** Audit events are about things. */
const ALL = RESOURCE_TYPES.filter((type) => type !== 'AuditEvent');

const UID = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;

/** Of each kind, so that the first one does not hide the others. */
const PAGE_SIZE = '10';

/** Finds a part of a name, or what a whole uid belongs to. */
export function thingLists(text: string): ThingList[] {
  if (UID.test(text)) return ALL.map((type) => ({ type, query: { 'uidp.ids': text } }));
  const query = { ...(text !== '' && { query: text }), page_size: PAGE_SIZE };
  return NAMED.map((type) => ({ type, query }));
}

type Row = Readonly<Record<string, unknown>> & { uid: string };

export interface ThingPage extends Page {
  things: Thing[];
}

const NOTHING: ThingPage = { things: [], nextPageToken: '', totalCount: '0', skipped: 0 };

/** One page of a list; empty where no role of the caller shows such resources. */
export async function readThings(list: ThingList, signal: AbortSignal): Promise<ThingPage> {
  try {
    const page = await readPage<Row>(collectionPath(entryOf(list.type)), list.query, signal);
    const kind = entryOf(list.type).words[0];
    const things = page.rows.map((row) => {
      const advisory = row['advisoryId'];
      const name = typeof advisory === 'string' ? advisory : (nameIn(row) ?? kind);
      return { uid: row.uid, name, kind };
    });
    return { ...page, things };
  } catch (error) {
    if (error instanceof ApiRequestError && error.httpStatus === 403) return NOTHING;
    throw error;
  }
}

/** What a uid belongs to; null if it was deleted or the caller cannot see it. */
export const thingQuery = (uid: string | null) =>
  queryOptions({
    queryKey: ['things', 'list', { 'uidp.ids': uid }],
    queryFn: async ({ signal }): Promise<Thing | null> => {
      const pages = await Promise.all(
        thingLists(uid ?? '').map((list) => readThings(list, signal)),
      );
      return pages.flatMap(({ things }) => things)[0] ?? null;
    },
    enabled: uid !== null,
  });

export const thingNamesQuery = (uids: readonly string[]) => ({
  ...thingQuery(uids[0] ?? null),
  select: (thing: Thing | null): Names => new Map(thing ? [[thing.uid, thing.name]] : []),
});
