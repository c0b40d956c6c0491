/** A client for each resource, and the resource types. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, request } from '#lib/client/api.ts';
import {
  type ListQuery,
  type Page,
  type ResourceChange,
  searchOf,
} from '#lib/client/resources/queries.ts';
import type { Wire } from '#lib/client/resources/wire.ts';
import { CATALOG, collectionPath, type ResourceType } from '#lib/resources/catalog.ts';

export type { ResourceChange };
export type * from '#lib/client/resources/wire.ts';

/** The queries of one collection. All their keys start with its name. */
function resourceClient<Type extends ResourceType>(type: Type) {
  type Resource = Wire[Type];
  type List = Page & Record<(typeof CATALOG)[Type]['collection'], Resource[]>;
  const collection: (typeof CATALOG)[Type]['collection'] = CATALOG[type].collection;
  const path = collectionPath(CATALOG[type]);
  return {
    collection: path,

    pathOf: (uid: string) => `${path}/${uid}`,

    rowsOf: (list: List): readonly Resource[] => list[collection],

    list: (query: ListQuery) =>
      queryOptions({
        queryKey: [collection, 'list', query],
        queryFn: ({ signal }) => call<List>(`${path}?${searchOf(query)}`, { signal }),
      }),

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

    create: (parent: string, body: object) =>
      call<Resource>(`${path}/${parent}`, { method: 'POST', body }),

    update: (uid: string, { body, updateMask, etag }: ResourceChange) =>
      request<Resource>(
        `${path}/${uid}?${new URLSearchParams({ updateMask: updateMask.join() })}`,
        { method: 'PATCH', body, ifMatch: etag },
      ),

    remove: (uid: string) => call<void>(`${path}/${uid}`, { method: 'DELETE' }),

    /** After a change: any list may show it, and overviews count it. */
    refresh: (client: QueryClient) => {
      for (const queryKey of [[collection, 'list'], ['summary']]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}

export type ResourceClient<Type extends ResourceType> = ReturnType<typeof resourceClient<Type>>;

export const identities = resourceClient('Identity');
export const roles = resourceClient('Role');
export const roleBindings = resourceClient('RoleBinding');
export const identityProviders = resourceClient('IdentityProvider');
export const accountAssociations = resourceClient('AccountAssociation');
export const groupInvites = resourceClient('GroupInvite');
export const identityKeys = resourceClient('IdentityKey');
export const auditEvents = resourceClient('AuditEvent');
export const registrySources = resourceClient('RegistrySource');
export const savedViews = resourceClient('SavedView');
export const repos = resourceClient('Repo');
export const tags = resourceClient('Tag');
export const advisories = resourceClient('Advisory');
