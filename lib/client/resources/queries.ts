import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type Received, request } from '#lib/client/api.ts';
import type { Group } from '#lib/client/resources/wire.ts';
import { groupApiPath, parentUid } from '#lib/client/paths.ts';

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

export interface GroupList extends Page {
  groups: Group[];
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

export const GROUPS_COLLECTION = '/iam/v2beta1/groups';

export const groupsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['groups', 'list', query],
    queryFn: ({ signal }) => call<GroupList>(`${GROUPS_COLLECTION}?${searchOf(query)}`, { signal }),
  });

const TREE = 'tree';

/** The key of a list of groups that also says which of them contain groups. */
export const ofTree = (query: ListQuery) => ['groups', 'list', query, TREE] as const;

/** A group with its ETag, which an update needs. */
export const versionedGroupQuery = (uid: string) =>
  queryOptions({
    queryKey: ['groups', 'one', uid],
    queryFn: ({ signal }) => request<Group>(groupApiPath(uid), { signal }),
  });

const bodyOf = <T>({ body }: Received<T>): T => body;

export const groupQuery = (uid: string) => ({ ...versionedGroupQuery(uid), select: bodyOf<Group> });

export const ancestorsQuery = (uid: string) =>
  groupsQuery({ 'uidp.ancestors_of': uid, page_size: '200' });

export const createGroup = (parent: string, body: Partial<GroupInput>) =>
  call<Group>(groupApiPath(parent), { method: 'POST', body });

/** An update: the new values, and the fields that they are of. */
export interface ResourceChange<Body = object> {
  body: Body;
  updateMask: readonly string[];
  /** That of the version that was read; null to overwrite any. */
  etag: string | null;
}

export const updateGroup = (
  uid: string,
  { body, updateMask, etag }: ResourceChange<Partial<GroupInput>>,
) =>
  request<Group>(`${groupApiPath(uid)}?${new URLSearchParams({ updateMask: updateMask.join() })}`, {
    method: 'PATCH',
    body,
    ifMatch: etag,
  });

export const deleteGroup = (uid: string) => call<void>(groupApiPath(uid), { method: 'DELETE' });

/** Whether a list with these parameters may show or count the group. */
export function mayList(query: ListQuery, uid: string): boolean {
  const values = (name: string) => {
    const given = query[`uidp.${name}`];
    return given === undefined ? null : [given].flat();
  };
  return (
    (values('children_of')?.includes(parentUid(uid) ?? '') ?? true) &&
    (values('descendants_of')?.some((group) => uid.startsWith(`${group}/`)) ?? true) &&
    (values('ancestors_of')?.some((below) => below.startsWith(`${uid}/`)) ?? true) &&
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
