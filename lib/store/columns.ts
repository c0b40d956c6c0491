/** How each column of each resource's table is stored. The types hold it to Prisma's. */
import type * as models from '#lib/generated/prisma/client.ts';
import type { ResourceType } from '#lib/resources/define.ts';

export type ColumnKind = 'text' | 'integer' | 'bigint' | 'boolean' | 'time' | 'json';

type Columns<Model> = { readonly [Column in keyof Model]: ColumnKind };

const times = { createTime: 'time', updateTime: 'time', revision: 'integer' } as const;
const named = { uid: 'text', parent: 'text', name: 'text', description: 'text' } as const;

const group: Columns<models.Group> = {
  ...named,
  resourceLimits: 'json',
  verified: 'boolean',
  ...times,
};

const identity: Columns<models.Identity> = {
  ...named,
  issuer: 'text',
  issuerPattern: 'text',
  subject: 'text',
  subjectPattern: 'text',
  audience: 'text',
  audiencePattern: 'text',
  claims: 'json',
  claimPatterns: 'json',
  email: 'text',
  emailUnverified: 'boolean',
  lastSeenTime: 'time',
  ...times,
};

const role: Columns<models.Role> = { ...named, capabilities: 'json', ...times };

const roleBinding: Columns<models.RoleBinding> = {
  uid: 'text',
  parent: 'text',
  identityUid: 'text',
  roleUid: 'text',
  createTime: 'time',
  revision: 'integer',
};

const identityProvider: Columns<models.IdentityProvider> = {
  ...named,
  defaultRole: 'text',
  issuer: 'text',
  clientId: 'text',
  clientSecret: 'text',
  additionalScopes: 'json',
  ...times,
};

const accountAssociation: Columns<models.AccountAssociation> = {
  ...named,
  amazon: 'json',
  google: 'json',
  azure: 'json',
  github: 'json',
  ...times,
};

const groupInvite: Columns<models.GroupInvite> = {
  uid: 'text',
  parent: 'text',
  roleUid: 'text',
  email: 'text',
  singleUse: 'boolean',
  keyId: 'text',
  codeHash: 'text',
  expirationTime: 'time',
  usedTime: 'time',
  createTime: 'time',
  revision: 'integer',
};

const registrySource: Columns<models.RegistrySource> = {
  uid: 'text',
  parent: 'text',
  url: 'text',
  username: 'text',
  password: 'text',
  interval: 'integer',
  notificationKeyId: 'text',
  notificationHash: 'text',
  notificationKeyTime: 'time',
  state: 'text',
  run: 'json',
  leaseHolder: 'text',
  leaseTime: 'time',
  lastSync: 'json',
  nextSyncTime: 'time',
  ...times,
};

const repo: Columns<models.Repo> = {
  ...named,
  catalogTier: 'text',
  bundles: 'json',
  aliases: 'json',
  activeTags: 'json',
  readme: 'text',
  seenTime: 'time',
  ...times,
};

const tag: Columns<models.Tag> = {
  uid: 'text',
  parent: 'text',
  name: 'text',
  digest: 'text',
  deprecated: 'boolean',
  bundles: 'json',
  mediaType: 'text',
  sizeBytes: 'bigint',
  architectures: 'json',
  referrers: 'json',
  seenTime: 'time',
  ...times,
};

const advisory: Columns<models.Advisory> = {
  uid: 'text',
  parent: 'text',
  advisoryId: 'text',
  artifactName: 'text',
  artifactType: 'text',
  artifactArchitecture: 'text',
  componentName: 'text',
  componentType: 'text',
  componentLocation: 'text',
  summary: 'text',
  author: 'text',
  severity: 'integer',
  severities: 'json',
  status: 'text',
  fixedVersion: 'text',
  aliases: 'json',
  events: 'json',
  ...times,
};

const auditEvent: Columns<models.AuditEvent> = {
  uid: 'text',
  parent: 'text',
  type: 'text',
  actor: 'text',
  identities: 'json',
  resource: 'text',
  operation: 'text',
  requestId: 'text',
  result: 'text',
  before: 'json',
  after: 'json',
  createTime: 'time',
};

export const COLUMNS: Readonly<Record<ResourceType, Readonly<Record<string, ColumnKind>>>> = {
  Group: group,
  Identity: identity,
  Role: role,
  RoleBinding: roleBinding,
  IdentityProvider: identityProvider,
  AccountAssociation: accountAssociation,
  GroupInvite: groupInvite,
  RegistrySource: registrySource,
  Repo: repo,
  Tag: tag,
  Advisory: advisory,
  AuditEvent: auditEvent,
};
