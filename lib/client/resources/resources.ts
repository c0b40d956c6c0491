/** One client for each resource, and their types. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, request } from '#lib/client/api.ts';
import { type ListQuery, type Page, searchOf } from '#lib/client/resources/queries.ts';
import type {
  AccountAssociation,
  Advisory,
  AuditEvent,
  GroupInvite,
  Identity,
  IdentityProvider,
  RegistrySource,
  Repo,
  Role,
  RoleBinding,
  Tag,
} from '#lib/client/resources/wire.ts';

export type * from '#lib/client/resources/wire.ts';

/** What somebody changes: only that, under the mask that names it and the ETag it was read with. */
export interface ResourceChange {
  body: object;
  updateMask: readonly string[];
  etag: string | null;
}

/** What pages ask of one collection; the keys of its queries all begin with its name. */
function resourceClient<Resource extends { uid: string }, Member extends string>(
  domain: string,
  collection: Member,
) {
  type List = Page & { [K in Member]: Resource[] };
  const path = `/${domain}/v2beta1/${collection}`;
  return {
    /** The API's address of the list. */
    collection: path,

    /** The API's address of one resource, or of the parent of a new one. */
    pathOf: (uid: string) => `${path}/${uid}`,

    list: (query: ListQuery) =>
      queryOptions({
        queryKey: [collection, 'list', query],
        queryFn: ({ signal }) => call<List>(`${path}?${searchOf(query)}`, { signal }),
      }),

    /** With the ETag that an update of it has to name. */
    versioned: (uid: string) =>
      queryOptions({
        queryKey: [collection, 'one', uid],
        queryFn: ({ signal }) => request<Resource>(`${path}/${uid}`, { signal }),
      }),

    /** The same of the one in a group that has at most one; null where it has none. */
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

    /** After a change: every list may show it, and overviews count it. */
    refresh: (client: QueryClient) => {
      for (const queryKey of [[collection, 'list'], ['summary']]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}

export const identities = resourceClient<Identity, 'identities'>('iam', 'identities');
export const roles = resourceClient<Role, 'roles'>('iam', 'roles');
export const roleBindings = resourceClient<RoleBinding, 'roleBindings'>('iam', 'roleBindings');
export const identityProviders = resourceClient<IdentityProvider, 'identityProviders'>(
  'iam',
  'identityProviders',
);
export const accountAssociations = resourceClient<AccountAssociation, 'accountAssociations'>(
  'iam',
  'accountAssociations',
);
export const groupInvites = resourceClient<GroupInvite, 'groupInvites'>('iam', 'groupInvites');
export const auditEvents = resourceClient<AuditEvent, 'auditEvents'>('iam', 'auditEvents');
export const registrySources = resourceClient<RegistrySource, 'registrySources'>(
  'registry',
  'registrySources',
);
export const repos = resourceClient<Repo, 'repos'>('registry', 'repos');
export const tags = resourceClient<Tag, 'tags'>('registry', 'tags');
export const advisories = resourceClient<Advisory, 'advisories'>('vulnerabilities', 'advisories');
