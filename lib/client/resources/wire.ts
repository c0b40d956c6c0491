/**
 * The resources in API responses, in proto3 JSON: the generated types, with the fields that are
 * always present marked.
 */
import type {
  AccountAssociation_AzureJson,
  AccountAssociationJson,
} from '#lib/generated/proto/grove/iam/v2beta1/account_associations_pb.js';
import type { AuditEventJson } from '#lib/generated/proto/grove/iam/v2beta1/audit_events_pb.js';
import type { GroupInviteJson } from '#lib/generated/proto/grove/iam/v2beta1/group_invites_pb.js';
import type { IdentityKeyJson } from '#lib/generated/proto/grove/iam/v2beta1/identity_keys_pb.js';
import type { GroupJson } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import type {
  Identity_ClaimMatchJson,
  IdentityJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import type {
  IdentityProvider_OidcJson,
  IdentityProvider_RoleRuleJson,
  IdentityProviderJson,
  ReserveIdentityProviderResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import type { RoleBindingJson } from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import type { RoleJson } from '#lib/generated/proto/grove/iam/v2beta1/roles_pb.js';
import type { SavedViewJson } from '#lib/generated/proto/grove/iam/v2beta1/saved_views_pb.js';
import type { AccessRequestJson } from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import type { RequestRuleJson } from '#lib/generated/proto/grove/iam/v2beta1/request_rules_pb.js';
import type { SubscriptionJson } from '#lib/generated/proto/grove/iam/v2beta1/subscriptions_pb.js';
import type { RegistrySourceJson } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import type { RepoJson } from '#lib/generated/proto/grove/registry/v2beta1/repos_pb.js';
import type { TagJson } from '#lib/generated/proto/grove/registry/v2beta1/tags_pb.js';
import type {
  AdvisoryEventJson,
  AdvisoryJson,
} from '#lib/generated/proto/grove/vulnerabilities/v2beta1/advisories_pb.js';
import type { MayBeAbsent } from '#lib/resources/absent.ts';

/** Every field is present, also in the messages within. Maps stay as they are. */
type Present<Json> = Json extends readonly (infer Item)[]
  ? Present<Item>[]
  : Json extends object
    ? { [Name in keyof Json]-?: string extends keyof Json ? Json[Name] : Present<Json[Name]> }
    : Json;

/**
 * A message in a server response. Every field is present except those in `Absent`, which the server
 * leaves out when they have no value. `Nested` types the messages within that lack fields as well.
 */
export type Answered<Json, Absent extends keyof Json = never, Nested = unknown> = Present<
  Omit<Json, Absent | keyof Nested>
> &
  Partial<Present<Pick<Json, Exclude<Absent, keyof Nested>>>> &
  Nested;

export type Group = Answered<GroupJson>;

export type ClaimMatch = Identity_ClaimMatchJson;
export type Identity = Answered<IdentityJson, MayBeAbsent<'Identity'>, { claimMatch: ClaimMatch }>;

export type Role = Answered<RoleJson>;

/** With the names of its identity, group and role, which the API adds to each. */
export type RoleBinding = Answered<
  Omit<RoleBindingJson, 'identityUid' | 'roleUid' | 'ttl'>,
  MayBeAbsent<'RoleBinding'>
>;

export type RoleRule = Answered<IdentityProvider_RoleRuleJson, 'value' | 'pattern'>;

/** The uid of an identity provider that does not exist yet, and its addresses. */
export type ProviderReservation = Answered<ReserveIdentityProviderResponseJson>;

export type IdentityProvider = Answered<
  Omit<IdentityProviderJson, 'reservation'>,
  MayBeAbsent<'IdentityProvider'>,
  { oidc: Answered<Omit<IdentityProvider_OidcJson, 'clientSecret'>>; roleRules: RoleRule[] }
>;

export type AccountAssociation = Answered<
  AccountAssociationJson,
  MayBeAbsent<'AccountAssociation'>,
  { azure?: Answered<AccountAssociation_AzureJson, MayBeAbsent<'AccountAssociationAzure'>> }
>;

/** Only the response of the create contains the code. */
export type GroupInvite = Answered<
  Omit<GroupInviteJson, 'roleUid' | 'ttl'>,
  MayBeAbsent<'GroupInvite'>
>;

/** Only the response of the create contains the key. */
export type IdentityKey = Answered<
  Omit<IdentityKeyJson, 'identityUid' | 'ttl'>,
  MayBeAbsent<'IdentityKey'>
>;

export type RegistrySource = Answered<
  Omit<RegistrySourceJson, 'password' | 'notificationSecret'>,
  Exclude<MayBeAbsent<'RegistrySource'>, 'notificationSecret'>
>;

export type RegistrySync = NonNullable<RegistrySource['lastSync']>;

export type SavedView = Answered<SavedViewJson>;

/** Only the responses that make its secret contain that. */
export type Subscription = Answered<SubscriptionJson, MayBeAbsent<'Subscription'>>;

/** One that the operator made has no maker. */
export type RequestRule = Answered<RequestRuleJson, MayBeAbsent<'RequestRule'>>;

/** Only the response that asks for nothing says who would be asked, and for how long at most. */
export type AccessRequest = Answered<
  Omit<AccessRequestJson, 'roleUid' | 'identityUid' | 'validateOnly' | 'asked' | 'maxDuration'>,
  Exclude<MayBeAbsent<'AccessRequest'>, 'asked' | 'maxDuration'>
>;

export type Repo = Answered<RepoJson>;

export type Tag = Answered<TagJson>;

type EventKind = Exclude<keyof AdvisoryEventJson, 'uid' | 'createTime' | 'author'>;
export type AdvisoryEvent = Answered<AdvisoryEventJson, never, Pick<AdvisoryEventJson, EventKind>>;

export type Advisory = Answered<AdvisoryJson, never, { events: AdvisoryEvent[] }>;

export type AuditEvent = Answered<AuditEventJson, MayBeAbsent<'AuditEvent'>>;

/** The type of each resource. */
export interface Wire {
  Group: Group;
  Identity: Identity;
  Role: Role;
  RoleBinding: RoleBinding;
  IdentityProvider: IdentityProvider;
  AccountAssociation: AccountAssociation;
  GroupInvite: GroupInvite;
  IdentityKey: IdentityKey;
  Repo: Repo;
  Tag: Tag;
  Advisory: Advisory;
  AuditEvent: AuditEvent;
  RegistrySource: RegistrySource;
  SavedView: SavedView;
  Subscription: Subscription;
  RequestRule: RequestRule;
  AccessRequest: AccessRequest;
}
