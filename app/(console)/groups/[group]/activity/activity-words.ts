/** Audit events in words. */
import { nameIn, type Names, NO_NAMES } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import {
  auditNoun,
  capitalized,
  entryOf,
  RESOURCE_TYPES,
  type ResourceType,
} from '#lib/resources/catalog.ts';
import { isInto, PAST } from '#lib/resources/operations.ts';
import type { UnmetType } from '#lib/resources/policy.ts';

const CHANGES = ['create', 'update', 'delete'] as const;

/** The operation of what was deleted and came back. */
const RESTORE = 'restore';

const TYPE_OF_NOUN: ReadonlyMap<string, ResourceType> = new Map(
  RESOURCE_TYPES.map((type) => [auditNoun(type), type]),
);

const RESULTS: ReadonlyMap<string, string> = new Map([
  ['OK', 'Done'],
  ['UNAUTHENTICATED', 'Failed'],
  ['RESOURCE_EXHAUSTED', 'Throttled'],
]);

/** The unmet conditions of a policy, in words. */
const WORDS: Readonly<Record<UnmetType, string>> = {
  NETWORK_NOT_ALLOWED: 'network not allowed',
  PASSWORD_NOT_ALLOWED: 'password not allowed',
  SESSION_TOO_OLD: 'session too old',
  SECOND_FACTOR_REQUIRED: 'no second factor',
  PASSKEY_REQUIRED: 'no passkey',
};

const MISSING: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));

/** Every result, for the filter. */
export const ACTIVITY_RESULTS = [
  ['OK', 'Done'],
  ['PERMISSION_DENIED', 'No permission'],
  ...[...MISSING].map(([id, missing]) => [id, capitalized(missing)] as const),
  ['UNAUTHENTICATED', 'Failed'],
  ['RESOURCE_EXHAUSTED', 'Throttled'],
].map(([id = '', label = '']) => ({ id, label }));

const resultWord = (result: string): string => RESULTS.get(result) ?? 'Denied';

/** The outcome, with a count where attempts were joined. */
export function resultText(event: AuditEvent): string {
  const { result, count = 1 } = event;
  const word = isFailedSync(event) ? 'Failed' : resultWord(result);
  return count > 1 ? `${word} ${count} times` : word;
}

const IMPORTED = { id: 'grove.vulnerabilities.advisory.imported.v1', label: 'Advisories imported' };

const SUMMED = {
  id: 'grove.iam.attempt.summed.v1',
  label: 'Other attempts, counted together',
};

const RECORD_ACCEPTED = {
  id: 'grove.iam.audit_event.accepted.v1',
  label: 'Record accepted after a restore',
};

const EXPORTED = { id: 'grove.vulnerabilities.advisory.exported.v1', label: 'Advisories exported' };

const SYNCED = { id: 'grove.registry.registry_source.synced.v1', label: 'Repositories synced' };

/** Whether the sync failed. The result of its event is OK, because the caller was allowed to start it. */
const isFailedSync = ({ type, after }: AuditEvent): boolean =>
  type === SYNCED.id && after?.['outcome'] === 'FAILED';

/** Whether the requested change took effect. */
export const isDone = (event: AuditEvent): boolean => event.result === 'OK' && !isFailedSync(event);

const ACCEPTED = { id: 'grove.iam.group_invite.accepted.v1', label: 'Invite accepted' };

const RESET_LINK = {
  id: 'grove.iam.password_reset.created.v1',
  label: 'Password reset link created',
};

const RESET = { id: 'grove.iam.password.reset.v1', label: 'Password reset' };

const NO_ACCOUNT = { id: 'grove.iam.account.deleted.v1', label: 'Account ended' };

const NO_PASSWORD = { id: 'grove.iam.password.revoked.v1', label: 'New password required' };

const EMAIL = [
  { id: 'grove.iam.email_change.created.v1', label: 'Change of e-mail requested' },
  { id: 'grove.iam.email_change.accepted.v1', label: 'Change of e-mail confirmed' },
  { id: 'grove.iam.email.updated.v1', label: 'E-mail changed' },
];

const REVOKED = { id: 'grove.iam.token.revoked.v1', label: 'Token revoked' };

const BLOCKED = { id: 'grove.iam.identity.blocked.v1', label: 'Identity blocked' };

const UNBLOCKED = { id: 'grove.iam.identity.unblocked.v1', label: 'Identity unblocked' };

const ENDED = { id: 'grove.iam.session.ended.v1', label: 'Sessions ended' };

const FACTORS = [
  { id: 'grove.iam.authenticator_app.created.v1', label: 'Authenticator app added' },
  { id: 'grove.iam.authenticator_app.updated.v1', label: 'Authenticator app renamed' },
  { id: 'grove.iam.authenticator_app.deleted.v1', label: 'Authenticator app removed' },
  { id: 'grove.iam.passkey.created.v1', label: 'Passkey added' },
  { id: 'grove.iam.passkey.updated.v1', label: 'Passkey renamed' },
  { id: 'grove.iam.passkey.deleted.v1', label: 'Passkey removed' },
  { id: 'grove.iam.passkey.used.v1', label: 'Passkey used' },
  { id: 'grove.iam.recovery_codes.created.v1', label: 'Recovery codes created' },
  { id: 'grove.iam.recovery_code.used.v1', label: 'Recovery code used' },
];

const SIGN_IN = { id: 'grove.iam.session.started.v1', label: 'Sign-in' };

const AGAIN = { id: 'grove.iam.session.reauthenticated.v1', label: 'Sign-in confirmed' };

const PASSWORD = { id: 'grove.iam.password.updated.v1', label: 'Password changed' };

const TOKEN = { id: 'grove.iam.token.created.v1', label: 'Token created on the command line' };

const EXCHANGED = { id: 'grove.iam.token.exchanged.v1', label: 'Token exchanged' };

const CODE = { id: 'grove.iam.authenticator_app.used.v1', label: 'Code of an authenticator app' };

const OF_PROVIDER = {
  id: 'grove.iam.provider_sessions.ended.v1',
  label: 'Sessions of a provider ended',
};

const KEYS = [
  { id: 'grove.iam.installation_keys.updated.v1', label: 'Keys of the installation replaced' },
  { id: 'grove.iam.installation_keys.revoked.v1', label: 'Signing key revoked' },
];

const LIMITS = { id: 'grove.iam.session_limits.updated.v1', label: 'Length of sessions changed' };

const POLICY = { id: 'grove.iam.policy.updated.v1', label: 'Policy changed' };

const DOMAINS = [
  { id: 'grove.iam.domain.created.v1', label: 'Domain claimed' },
  { id: 'grove.iam.domain.verified.v1', label: 'Domain verified' },
  { id: 'grove.iam.domain.lost.v1', label: 'Domain no longer verified' },
  { id: 'grove.iam.domain.deleted.v1', label: 'Domain released' },
];

const WITHHELD = { id: 'grove.iam.address.withheld.v1', label: 'Address not accepted' };

const ELSEWHERE = { id: 'grove.iam.claims.elsewhere.v1', label: 'Claims not sent by the provider' };

/** Credentials that are refused, though they are or were somebody's. */
const REFUSED = [
  { id: 'grove.iam.identity_key.used.v1', label: 'Key refused' },
  { id: 'grove.iam.token.used.v1', label: 'Token refused' },
  { id: 'grove.iam.session.used.v1', label: 'Session refused' },
];

const PASSWORD_SENT = {
  id: 'grove.registry.registry_source.used.v1',
  label: 'Registry tested with the stored password',
};

const FOUNDED = { id: 'grove.iam.organization.founded.v1', label: 'Organization founded' };

const LOST_MESSAGE = { id: 'grove.iam.message.lost.v1', label: 'E-mail not sent' };

/** The types of events about a person's access instead of a resource. */
const OF_ACCESS = [SIGN_IN, ENDED, AGAIN, PASSWORD, TOKEN, EXCHANGED];

/** The types that need words of their own. */
const SPECIAL = [
  ACCEPTED,
  IMPORTED,
  EXPORTED,
  SYNCED,
  RESET_LINK,
  RESET,
  NO_PASSWORD,
  NO_ACCOUNT,
  ...EMAIL,
  ...FACTORS,
  REVOKED,
  BLOCKED,
  UNBLOCKED,
  LIMITS,
  POLICY,
  ...DOMAINS,
  WITHHELD,
  ELSEWHERE,
  OF_PROVIDER,
  ...KEYS,
  CODE,
  ...OF_ACCESS,
  ...REFUSED,
  PASSWORD_SENT,
  FOUNDED,
  LOST_MESSAGE,
  SUMMED,
  RECORD_ACCEPTED,
];

/** Every type of audit event, for the filter. */
export const ACTIVITY_TYPES = [
  ...RESOURCE_TYPES.flatMap((type) => {
    const { domain, verbs, words } = entryOf(type);
    return CHANGES.filter((verb) => verbs.includes(verb)).map((verb) => ({
      id: `grove.${domain}.${auditNoun(type)}.${PAST[verb]}.v1`,
      label: `${capitalized(words[0])} ${PAST[verb]}`,
    }));
  }),
  ...RESOURCE_TYPES.filter((type) => entryOf(type).verbs.includes('update')).map((type) => {
    const { domain, words } = entryOf(type);
    const id = `grove.${domain}.${auditNoun(type)}.${PAST[RESTORE]}.v1`;
    return { id, label: `${capitalized(words[0])} put back` };
  }),
  ...SPECIAL,
  ...RESOURCE_TYPES.map((type) => {
    const { domain, words } = entryOf(type);
    const id = `grove.${domain}.${auditNoun(type)}.${PAST.get}.v1`;
    return { id, label: `${capitalized(words[0])} read, denied` };
  }),
];

/** An event may name a resource type that this version does not know. */
function nounText(noun: string): string {
  const type = TYPE_OF_NOUN.get(noun);
  return type === undefined ? noun.replaceAll('_', ' ') : capitalized(entryOf(type).words[0]);
}

/** "Role binding created", or the attempt to create one. */
export function activityText(event: AuditEvent): string {
  const { type, result } = event;
  if (isFailedSync(event)) return 'Sync of repositories: failed';
  const [, , noun = '', verb = ''] = type.split('.');
  const what =
    SPECIAL.find(({ id }) => id === type)?.label ??
    `${nounText(noun)} ${verb === PAST[RESTORE] ? 'put back' : verb.replaceAll('_', ' ')}`;
  if (result === 'OK') return what;
  const missing = MISSING.get(result);
  const word = resultWord(result).toLowerCase();
  return missing === undefined ? `${what}: ${word}` : `${what}: ${word}, ${missing}`;
}

/**
 * The name of the event's resource: the name at the time, or the current one for a denied attempt.
 * Null if the resource is gone or the caller cannot see it.
 */
export function subjectText(event: AuditEvent, names: Names = NO_NAMES): string | null {
  const { before, after, resource, operation, result } = event;
  const value = after ?? before;
  if (typeof value?.['created'] === 'number') {
    return `${value['created']} created, ${String(value['updated'])} updated`;
  }
  const own = value && nameIn(value);
  if (own !== undefined) return own;
  const name = names.get(resource);
  if (result === 'OK') return name ?? resource;
  if (name === undefined) return null;
  return operation === 'create' || operation === 'list' ? `in ${name}` : name;
}

/** The page of the event's resource, if it has one and still exists. */
export function subjectHref(event: AuditEvent, names: Names = NO_NAMES): string | null {
  const { type, operation, result } = event;
  // What came back has another uid.
  const again = operation === RESTORE ? event.after?.['uid'] : undefined;
  const resource = typeof again === 'string' ? again : event.resource;
  const isThere = result === 'OK' ? operation !== 'delete' : names.has(resource);
  if (!isThere) return null;
  if (type === IMPORTED.id || type === EXPORTED.id) return groupPath(resource, 'advisories');
  if (result !== 'OK' && isInto(operation)) return groupPath(resource);
  const isOfIdentity = [RESET_LINK, RESET, REVOKED, CODE, ...OF_ACCESS].some(
    ({ id }) => id === type,
  );
  const subject = isOfIdentity ? 'Identity' : TYPE_OF_NOUN.get(type.split('.')[2] ?? '');
  if (subject === undefined || !CONSOLE_ROUTES[subject].isOwn) return null;
  const isBuiltIn = subject !== 'Group' && parentUid(resource) === null;
  return isBuiltIn ? null : CONSOLE_ROUTES[subject].path(resource);
}
