import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, post, type Received, request } from '#lib/client/api.ts';
import { getQuery } from '#lib/client/get-query.ts';
import type { Group } from '#lib/client/resources/wire.ts';
import { isBelow, parentUid } from '#lib/client/paths.ts';

export type { Group };

export interface GroupInput {
  name: string;
  description: string;
}

/** The members of every list response; the count is a number as text. */
export interface Page {
  nextPageToken: string;
  totalCount: string;
  skipped: number;
}

/** The parameters of a list. Parameters with several values are repeated. */
export type ListQuery = Readonly<Record<string, string | readonly string[]>>;

/** The query as parameters of an address; a list repeats its parameter. */
export function searchOf(query: ListQuery): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  );
  return new URLSearchParams(pairs);
}

const TREE = 'tree';

/** The key of a list of groups that also says which of them contain groups. */
export const ofTree = (query: ListQuery) => ['groups', 'list', query, TREE] as const;

/** An update: the new values, and the fields that they are of. */
export interface ResourceChange<Body = object> {
  body: Body;
  updateMask: readonly string[];
  /** That of the version that was read; null to overwrite any. */
  etag: string | null;
}

/**
 * The queries of one collection. All their keys start with its name.
 *
 * @param path `/iam/v2beta1/groups`
 */
export function collectionClient<Collection extends string, Resource extends { uid: string }>(
  collection: Collection,
  path: string,
) {
  type List = Page & Record<Collection, Resource[]>;
  return {
    name: collection,
    collection: path,

    pathOf: (uid: string) => `${path}/${uid}`,

    rowsOf: (list: List): readonly Resource[] => list[collection],

    list: (query: ListQuery) =>
      getQuery<List>([collection, 'list', query], `${path}?${searchOf(query)}`),

    /** With its ETag, which an update needs. */
    versioned: (uid: string) =>
      queryOptions({
        queryKey: [collection, 'one', uid],
        queryFn: ({ signal }) => request<Resource>(`${path}/${uid}`, { signal }),
      }),

    /** The only one in a group, for collections with at most one; null if there is none. */
    versionedOwn: (group: string) =>
      queryOptions({
        queryKey: [collection, 'list', { 'uidp.children_of': group }, 'versioned'],
        queryFn: async ({ signal }) => {
          const search = searchOf({ 'uidp.children_of': group, page_size: '1' });
          const list = await call<List>(`${path}?${search}`, { signal });
          const [own] = list[collection];
          return own ? request<Resource>(`${path}/${own.uid}`, { signal }) : null;
        },
      }),

    create: (parent: string, body: object) => post<Resource>(`${path}/${parent}`, body),

    update: (uid: string, { body, updateMask, etag }: ResourceChange) =>
      request<Resource>(
        `${path}/${uid}?${new URLSearchParams({ updateMask: updateMask.join() })}`,
        { method: 'PATCH', body, ifMatch: etag },
      ),

    removal: (uid: string) => ({ method: 'DELETE', path: `${path}/${uid}` }),

    /** After a change: any list may show it, and overviews count it. */
    refresh: (client: QueryClient) => {
      for (const queryKey of [[collection, 'list'], ['summary']]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}

/** A page of any collection, whose rows are in the member that its path ends with. */
export async function readPage<Row>(path: string, query: ListQuery, signal: AbortSignal) {
  const page = await call<Page & Record<string, Row[]>>(`${path}?${searchOf(query)}`, { signal });
  return { ...page, rows: page[path.slice(path.lastIndexOf('/') + 1)] ?? [] };
}

/** Apart from the other resources, since each page shows its group. */
export const groups = collectionClient<'groups', Group>('groups', '/iam/v2beta1/groups');

const bodyOf = <T>({ body }: Received<T>): T => body;

export const groupQuery = (uid: string) => ({ ...groups.versioned(uid), select: bodyOf<Group> });

export const ancestorsQuery = (uid: string) =>
  groups.list({ 'uidp.ancestors_of': uid, page_size: '200' });

/** Whether a list with these parameters may show or count the group. */
export function mayList(query: ListQuery, uid: string): boolean {
  const values = (name: string) => {
    const given = query[`uidp.${name}`];
    return given === undefined ? null : [given].flat();
  };
  return (
    (values('children_of')?.includes(parentUid(uid) ?? '') ?? true) &&
    (values('descendants_of')?.some((group) => isBelow(uid, group)) ?? true) &&
    (values('ancestors_of')?.some((below) => isBelow(below, uid)) ?? true) &&
    (values('ids')?.includes(uid) ?? true)
  );
}

/** After a group was created, changed or deleted: refetches everything that may show it. */
export function refreshGroups(client: QueryClient, uid: string): void {
  void client.invalidateQueries({
    queryKey: ['groups', 'list'],
    predicate: ({ queryKey: [, , query, form] }) =>
      mayList(query as ListQuery, uid) ||
      (form === TREE && mayList(query as ListQuery, parentUid(uid) ?? '')),
  });
  void client.invalidateQueries({ queryKey: ['summary'] });
  const caller = client.getQueryData<{ topGroups: readonly { uid: string }[] }>(['me']);
  const isTop = caller?.topGroups.some((group) => group.uid === uid) ?? true;
  if (isTop || parentUid(uid) === null) void client.invalidateQueries({ queryKey: ['me'] });
}
