/**
 * Fields that a response may lack, by message. Every other field is always present: text may be
 * empty, and lists and maps may have no entries. Members of a oneof may also be absent, which the
 * message itself declares.
 */
export const MAY_BE_ABSENT = {
  Identity: [
    'email',
    'emailUnverified',
    'blockedTime',
    'blockReason',
    'blockedGroupUid',
    'unconfirmedTime',
  ],
  ListPersonSessionsResponseSession: ['providerName'],
  IdentityClaimMatch: ['claims', 'claimPatterns'],
  IdentityProvider: ['defaultRole'],
  RoleBinding: ['providerUid', 'unconfirmedTime', 'startTime', 'expirationTime'],
  AccountAssociation: ['amazon', 'google', 'azure', 'github'],
  AccountAssociationAzure: ['clientIds'],
  GroupInvite: ['email', 'code'],
  IdentityKey: ['key', 'roleUid', 'lastUsedTime', 'lastUsedNetwork'],
  Subscription: ['webhook', 'email', 'secret', 'reason'],
  RequestRule: ['makerUid'],
  TestSubscriptionResponse: ['status', 'problem'],
  ListDeliveriesResponseDelivery: ['type', 'subject', 'nextTime', 'tryTime', 'status', 'problem'],
  AccessRequest: [
    'startTime',
    'beginTime',
    'expirationTime',
    'reviewTime',
    'review',
    'extendsUid',
    'asked',
    'maxDuration',
  ],
  AuditEvent: ['before', 'after', 'count', 'network', 'userAgent', 'credential'],
  Event: ['actor', 'requestId', 'result', 'before', 'after', 'count', 'list'],
  RegistrySource: [
    'interval',
    'notificationKeyTime',
    'progress',
    'lastSync',
    'nextSyncTime',
    'notificationSecret',
  ],
  ExplainAccessResponse: [
    'capability',
    'allowed',
    'capabilities',
    'blocked',
    'unconfirmed',
    'expirationTime',
  ],
  ExplainAccessResponseCapabilityGrant: ['expirationTime'],
  SummarizeSystemResponse: ['backups'],
  SummarizeSystemResponseBackups: ['newestTime', 'sizeBytes', 'duration'],
  SummarizeGroupResponse: [
    'advisories',
    'identities',
    'groupInvites',
    'roleBindings',
    'auditEvents',
  ],
  Policy: ['sessionIdle', 'sessionAbsolute', 'timedRolesMaxDuration', 'updateTime'],
  Domain: ['verifiedTime', 'checkTime', 'failingTime'],
  GetAuditHeadResponse: ['head', 'checkpoint'],
  RevertAuditEventResponse: ['before', 'after', 'since'],
  ListV1CallersResponse: ['deprecationTime', 'sunsetTime'],
  TestConnectionResponse: ['step', 'foundIssuer', 'httpStatus'],
  TestRegistryConnectionResponse: ['step', 'repositories'],
  CallerPrincipal: ['withheldEmail'],
  CallerOrganization: ['identityUid', 'unconfirmedTime', 'holdsAccount'],
  SecondFactor: ['lastUsedTime'],
  NewRecoveryCodes: ['batch', 'recoveryCodes'],
  ListSessionsResponseSession: ['network'],
  Authentication: ['provider'],
  PreviewInviteResponse: ['email'],
} as const;

/** The names of a message's fields that a response may lack. */
export type MayBeAbsent<Message extends keyof typeof MAY_BE_ABSENT> =
  (typeof MAY_BE_ABSENT)[Message][number];

/** True if the response may lack the field. Both names are JSON names. */
export function mayBeAbsent(message: string, field: string): boolean {
  const byMessage: Readonly<Record<string, readonly string[]>> = MAY_BE_ABSENT;
  return byMessage[message]?.includes(field) ?? false;
}
