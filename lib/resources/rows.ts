/**
 * The rows of the store, typed by their table. Only types, so that this loads everywhere.
 * prisma/schema.prisma describes the tables; this file says what their JSON columns hold.
 */
import type { JsonObject } from '#lib/aip/json.ts';
import type { Domain_CheckResultJson } from '#lib/generated/proto/grove/iam/v2beta1/group_domain_pb.js';
import type { Policy_SecondFactorJson } from '#lib/generated/proto/grove/iam/v2beta1/group_policy_pb.js';
import type { AccountAssociationJson } from '#lib/generated/proto/grove/iam/v2beta1/account_associations_pb.js';
import type { SavedView_ScopeJson } from '#lib/generated/proto/grove/iam/v2beta1/saved_views_pb.js';
import type {
  Subscription_Email_ScheduleJson,
  Subscription_ReasonJson,
  Subscription_StateJson,
  Subscription_Webhook_FormatJson,
} from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import type {
  RegistrySource_StateJson,
  RegistrySource_SyncJson,
} from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import type { Repo_CatalogTierJson } from '#lib/generated/proto/grove/registry/v2beta1/repos_pb.js';
import type {
  Advisory_SeverityScoreJson,
  Advisory_StatusJson,
  AdvisoryEventJson,
} from '#lib/generated/proto/grove/vulnerabilities/v2beta1/advisories_pb.js';
import type {
  AccessRequest_GrantJson,
  AccessRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import type * as models from '#lib/generated/prisma/client.ts';
import type { Capability } from './capabilities.ts';
import type { ResourceType } from './define.ts';

/** A model whose JSON columns hold `Json`. Only the store knows of columns that follow from others. */
type Model<Columns, Json = unknown> = Omit<
  Columns,
  | keyof Json
  | `${string}Folded`
  | `${string}Natural`
  | `${string}Alike`
  | `${'name' | 'artifactName'}Order`
> &
  Json;

/** Members of a oneof; null for each that is not set. */
type OrNull<Json> = { [Name in keyof Json]-?: NonNullable<Json[Name]> | null };

/** A filter of a saved view: the name of a list's parameter, and its values. */
export interface ViewFilter {
  parameter: string;
  values: string[];
}

/** A column of a saved view. A list of them has the order of the table. */
export interface ViewColumn {
  id: string;
  /** In px; 0 for the usual width. */
  width: number;
  hidden: boolean;
  pinned: boolean;
}

/** Binds a role to whoever signs in while a claim has a value. It has a value or a pattern. */
export interface RoleRule {
  claim: string;
  value?: string;
  /** A regular expression of RE2. */
  pattern?: string;
  roleUid: string;
  groupUid: string;
}

interface Made {
  /** Uids of the identities of whoever made it; null for the operator. */
  makerIdentities: string[] | null;
}

/** What a binding keeps of an identity of another organization, as it was when it was bound. */
export type BoundAs = Pick<
  models.Identity,
  'name' | 'description' | 'subject' | 'issuer' | 'email'
>;

/** What somebody answered to an access request, and the most that they approved. */
export interface GivenAnswer {
  identity: NonNullable<AccessRequestJson['identity']>;
  /** The identities that name them, and all that they acted as. */
  own: string[];
  identities: string[];
  approved: boolean;
  reason: string;
  /** RFC 3339. */
  time: string;
  groupUids: string[];
  /** In seconds. */
  duration: number;
}

/** In the form of the API's Tag. One that the registry lists by its digest alone has no tag. */
export type Referrer = Record<'digest' | 'artifactType' | 'sizeBytes', string> & { tag?: string };

/** What a sync did. `tags` are those that it read; `gone` ones are missing in the registry. */
export interface SyncCounts {
  repositories: number;
  tags: number;
  created: number;
  updated: number;
  unchanged: number;
  gone: number;
  skipped: number;
}

/** The pages of the registry where a sync resumes; null for the first one. */
export interface RegistryPosition {
  catalog: string | null;
  /** The repository whose `tags` page is next. */
  repository: string | null;
  tags: string | null;
}

/** A repository or a tag that a sync could not read. */
export interface SyncProblem {
  /** The repository, or the repository, a colon and the tag. */
  name: string;
  repository: string;
  /** Absent for a repository as a whole. */
  tag?: string;
  reason: string;
}

/** A sync that is running or interrupted. */
export interface SyncRun {
  /** RFC 3339. */
  startTime: string;
  counts: SyncCounts;
  actor: {
    actor: string;
    identities: readonly string[];
    /** Absent in syncs that an older version started. */
    issuer?: string;
    subject?: string;
    requestId: string;
  };
  cursor: RegistryPosition;
  /** The first problems. `counts.skipped` counts all of them. */
  problems: SyncProblem[];
}

/** The tables, each with the type of its rows. JSON columns have their parsed type. */
export interface Tables {
  Group: Model<models.Group, { resourceLimits: Record<string, number> }>;
  Share: Model<models.Share, { resourceLimits: Record<string, number> }>;
  Identity: Model<
    models.Identity,
    { claims: Record<string, string>; claimPatterns: Record<string, string> }
  >;
  Role: Model<models.Role, { capabilities: Capability[] }>;
  RoleBinding: Model<models.RoleBinding, { boundAs: BoundAs | null }>;
  IdentityProvider: Model<
    models.IdentityProvider,
    { additionalScopes: string[]; roleRules: RoleRule[] | null }
  >;
  AccountAssociation: Model<
    models.AccountAssociation,
    OrNull<Pick<AccountAssociationJson, 'amazon' | 'google' | 'azure' | 'github'>>
  >;
  GroupInvite: Model<models.GroupInvite, Made>;
  IdentityKey: Model<models.IdentityKey, Made & { allowedNetworks: string[] }>;
  RegistrySource: Model<
    models.RegistrySource,
    {
      run: SyncRun | null;
      lastSync: RegistrySource_SyncJson | null;
      state: RegistrySource_StateJson;
    }
  >;
  SavedView: Model<
    models.SavedView,
    { filters: ViewFilter[]; columns: ViewColumn[]; scope: SavedView_ScopeJson }
  >;
  Subscription: Model<
    models.Subscription,
    {
      types: string[];
      format: Subscription_Webhook_FormatJson;
      state: Subscription_StateJson;
      reason: Subscription_ReasonJson | '';
      schedule: Exclude<Subscription_Email_ScheduleJson, 'SCHEDULE_UNSPECIFIED'> | '';
    }
  >;
  RequestRule: Model<
    models.RequestRule,
    Made &
      Record<'roles' | 'requesterRoles' | 'requesterIdentities' | 'approverIdentities', string[]>
  >;
  AccessRequest: Model<
    models.AccessRequest,
    Record<'requesterIdentities' | 'groupUids' | 'approverIdentities', string[]> & {
      state: 'PENDING' | 'APPROVED' | 'DENIED' | 'WITHDRAWN' | 'ENDED';
      answers: GivenAnswer[];
      review: GivenAnswer | null;
      grants: Required<AccessRequest_GrantJson>[];
      names: Pick<AccessRequestJson, 'identity' | 'requester' | 'group' | 'role'>;
    }
  >;
  Delivery: Model<models.Delivery, { state: 'WAITING' | 'DELIVERED' | 'FAILED' }>;
  Repo: Model<
    models.Repo,
    Record<'bundles' | 'aliases' | 'activeTags', string[]> & { catalogTier: Repo_CatalogTierJson }
  >;
  Tag: Model<
    models.Tag,
    Record<'bundles' | 'architectures', string[]> & { referrers: Referrer[] | null }
  >;
  Advisory: Model<
    models.Advisory,
    {
      artifactType: 'apk' | 'image' | 'library';
      severities: Advisory_SeverityScoreJson[];
      status: Advisory_StatusJson;
      aliases: string[];
      events: AdvisoryEventJson[];
      origin: JsonObject | null;
    }
  >;
  AdvisoryAlias: models.AdvisoryAlias;
  AuditEvent: Model<
    models.AuditEvent,
    { identities: string[] } & Record<'before' | 'after', JsonObject | null>
  >;
  EventRow: models.EventRow;
  ChainHead: models.ChainHead;
  Policy: Model<
    models.Policy,
    Record<'consoleNetworks' | 'apiNetworks' | 'inviteDomains' | 'timedRoles', string[]> & {
      secondFactor: Policy_SecondFactorJson | null;
    }
  >;
  Domain: Model<models.Domain, { checkResult: Domain_CheckResultJson | null }>;
  V1Caller: models.V1Caller;
  Account: models.Account;
  PasswordReset: Model<models.PasswordReset, Made>;
  AuthenticatorApp: models.AuthenticatorApp;
  Passkey: models.Passkey;
  UsedChallenge: models.UsedChallenge;
  RecoveryCode: models.RecoveryCode;
  PendingSignIn: models.PendingSignIn;
  Session: models.Session;
  UsedLogoutToken: models.UsedLogoutToken;
  RevokedToken: models.RevokedToken;
  EndedCredential: models.EndedCredential;
  Attempt: models.Attempt;
  Setting: models.Setting;
}

/** The tables of the resources, and those of sign-in and of the installation. */
export type TableName = keyof Tables;

type Described = 'uid' | 'name' | 'description';

type IdentityReference = Pick<Tables['Identity'], Described | keyof BoundAs>;

interface Joined {
  RoleBinding: {
    identity: IdentityReference;
    group: Pick<Tables['Group'], Described>;
    role: Pick<Tables['Role'], Described>;
  };
  GroupInvite: { role: Pick<Tables['Role'], Described> };
  IdentityKey: { identity: IdentityReference };
}

type Rows = {
  [Table in TableName]: Table extends keyof Joined ? Tables[Table] & Joined[Table] : Tables[Table];
};

/** A row of a table with its related rows: `RowOf<'RoleBinding'>`. */
export type RowOf<Table extends TableName> = Rows[Table];

/** A stored advisory. */
export type Advisory = RowOf<'Advisory'>;

/** The names of a table's columns. Any name if the table is not known at compile time. */
export type ColumnOf<Table extends TableName> = ResourceType extends Table
  ? string
  : keyof Tables[Table] & string;

/**
 * The columns of a table to write. Any name is allowed where only the type of a resource is known.
 */
export type Columns<Table extends TableName> = ResourceType extends Table
  ? Readonly<Record<string, unknown>>
  : Readonly<Partial<Tables[Table]>>;
