/** The resources as the API gives them (proto3 JSON), and one client for each. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, request } from '#lib/client/api.ts';
import { type ListQuery, type Page, searchOf } from '#lib/client/resources/queries.ts';

/** What somebody changes: only that, under the mask that names it and the ETag it was read with. */
export interface ResourceChange {
  body: object;
  updateMask: readonly string[];
  etag: string | null;
}

export interface ClaimMatch {
  issuer?: string;
  issuerPattern?: string;
  subject?: string;
  subjectPattern?: string;
  audience?: string;
  audiencePattern?: string;
  claims?: Record<string, string>;
  claimPatterns?: Record<string, string>;
}

export interface Identity {
  uid: string;
  name: string;
  description: string;
  claimMatch: ClaimMatch;
  email?: string;
  emailUnverified?: boolean;
  lastSeenTime: string;
  createTime: string;
  updateTime: string;
}

export interface Role {
  uid: string;
  name: string;
  description: string;
  capabilities: string[];
  createTime: string;
  updateTime: string;
}

export interface RoleBinding {
  uid: string;
  identity: {
    uid: string;
    name: string;
    description: string;
    subject: string;
    issuer: string;
    email: string;
  };
  group: { uid: string; name: string; description: string };
  role: { uid: string; name: string; description: string };
  createTime: string;
}

export interface IdentityProvider {
  uid: string;
  name: string;
  description: string;
  defaultRole?: string;
  oidc: { issuer: string; clientId: string; additionalScopes: string[] };
  createTime: string;
  updateTime: string;
}

export interface AccountAssociation {
  uid: string;
  name: string;
  description: string;
  amazon?: { account: string };
  google?: { projectId: string; projectNumber: string };
  azure?: { tenantId: string; clientIds?: Record<string, string> };
  github?: { installationId: string; name: string };
  createTime: string;
  updateTime: string;
}

export interface GroupInvite {
  uid: string;
  role: { uid: string; name: string; description: string };
  email?: string;
  singleUse: boolean;
  keyId: string;
  expirationTime: string;
  createTime: string;
  /** In the answer to the create only. */
  code?: string;
}

/** What a run has found and done. */
export interface SyncProgress {
  startTime: string;
  repositories: number;
  tags: number;
  created: number;
  updated: number;
  unchanged: number;
  gone: number;
  skipped: number;
}

/** A run that is over. */
export interface RegistrySync extends SyncProgress {
  endTime: string;
  outcome: 'SUCCEEDED' | 'FAILED';
  error: string;
  problems: { name: string; reason: string }[];
}

export interface RegistrySource {
  uid: string;
  url: string;
  username: string;
  interval?: string;
  notificationKeyTime?: string;
  state: 'IDLE' | 'RUNNING' | 'INTERRUPTED' | 'FAILED';
  progress?: SyncProgress;
  lastSync?: RegistrySync;
  nextSyncTime?: string;
  createTime: string;
  updateTime: string;
}

export interface Repo {
  uid: string;
  name: string;
  description: string;
  catalogTier: string;
  bundles: string[];
  aliases: string[];
  activeTags: string[];
  readme: string;
  createTime: string;
  updateTime: string;
}

export interface Tag {
  uid: string;
  name: string;
  digest: string;
  deprecated: boolean;
  bundles: string[];
  mediaType: string;
  /** A 64-bit integer, so a text. */
  sizeBytes: string;
  architectures: string[];
  /** Signatures, lists of contents. */
  referrers: { digest: string; artifactType: string; sizeBytes: string }[];
  createTime: string;
  updateTime: string;
}

export interface AdvisoryEvent {
  uid: string;
  createTime: string;
  author: string;
  detection?: Record<string, unknown>;
  fixed?: { fixedVersion?: string; note?: string };
  falsePositiveDetermination?: { type?: string; note?: string };
  truePositiveDetermination?: { note?: string };
  analysisNotPlanned?: { note?: string };
  fixNotPlanned?: { note?: string };
  pendingUpstreamFix?: { note?: string };
}

export interface Advisory {
  uid: string;
  advisoryId: string;
  aliases: string[];
  artifactName: string;
  artifactType: string;
  artifactArchitecture: string;
  componentName: string;
  componentType: string;
  componentLocation: string;
  summary: string;
  author: string;
  severity: string;
  severities: { type: string; score: string }[];
  status: string;
  fixedVersion: string;
  events: AdvisoryEvent[];
  createTime: string;
  updateTime: string;
}

export interface AuditEvent {
  uid: string;
  type: string;
  actor: string;
  identities: string[];
  requestId: string;
  operation: string;
  resource: string;
  group: string;
  result: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  createTime: string;
}

/** What pages ask of one collection; the keys of its queries all begin with its name. */
function resourceClient<Resource, Member extends string>(domain: string, collection: Member) {
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
