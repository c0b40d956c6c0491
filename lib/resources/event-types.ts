/**
 * The types of events, each with the console's words for it: of every resource, and those of access and of
 * the record itself. Pure data, for the server and the browser.
 */
import { auditNoun, capitalized, entryOf, RESOURCE_TYPES } from './catalog.ts';
import { PAST } from './operations.ts';

const CHANGES = ['create', 'update', 'delete'] as const;

/** The operation of what was deleted and came back. */
export const RESTORE = 'restore';

export const IMPORTED = {
  id: 'grove.vulnerabilities.advisory.imported.v1',
  label: 'Advisories imported',
};

const SUMMED = {
  id: 'grove.iam.attempt.summed.v1',
  label: 'Other attempts, counted together',
};

const RECORD_ACCEPTED = {
  id: 'grove.iam.audit_event.accepted.v1',
  label: 'Record accepted after a restore',
};

export const EXPORTED = {
  id: 'grove.vulnerabilities.advisory.exported.v1',
  label: 'Advisories exported',
};

export const SYNCED = {
  id: 'grove.registry.registry_source.synced.v1',
  label: 'Repositories synced',
};

/** Changes that only imports and syncs make. */
const OF_RUNS = [
  { id: 'grove.vulnerabilities.advisory.created.v1', label: 'Advisory created' },
  { id: 'grove.vulnerabilities.advisory.updated.v1', label: 'Advisory updated' },
  { id: 'grove.registry.tag.created.v1', label: 'Tag created' },
  { id: 'grove.registry.tag.updated.v1', label: 'Tag updated' },
];

/** What ends by itself. */
const EXPIRED = [
  { id: 'grove.iam.identity_key.expired.v1', label: 'Key expired' },
  { id: 'grove.iam.group_invite.expired.v1', label: 'Invite expired' },
  { id: 'grove.iam.role_binding.expired.v1', label: 'Role binding ended' },
];

const TAGS_SYNCED = { id: 'grove.registry.tag.synced.v1', label: 'More tags synced' };

const ACCEPTED = { id: 'grove.iam.group_invite.accepted.v1', label: 'Invite accepted' };

export const RESET_LINK = {
  id: 'grove.iam.password_reset.created.v1',
  label: 'Password reset link created',
};

export const RESET = { id: 'grove.iam.password.reset.v1', label: 'Password reset' };

const NO_ACCOUNT = { id: 'grove.iam.account.deleted.v1', label: 'Account ended' };

const NO_PASSWORD = { id: 'grove.iam.password.revoked.v1', label: 'New password required' };

const EMAIL = [
  { id: 'grove.iam.email_change.created.v1', label: 'Change of e-mail requested' },
  { id: 'grove.iam.email_change.accepted.v1', label: 'Change of e-mail confirmed' },
  { id: 'grove.iam.email.updated.v1', label: 'E-mail changed' },
];

export const REVOKED = { id: 'grove.iam.token.revoked.v1', label: 'Token revoked' };

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

export const CODE = {
  id: 'grove.iam.authenticator_app.used.v1',
  label: 'Code of an authenticator app',
};

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

const SENT_AGAIN = { id: 'grove.iam.subscription.used.v1', label: 'Events sent again' };

const REQUESTS = [
  { id: 'grove.iam.access_request.approved.v1', label: 'Access request approved' },
  { id: 'grove.iam.access_request.denied.v1', label: 'Access request denied' },
  { id: 'grove.iam.access_request.withdrawn.v1', label: 'Access request withdrawn' },
  { id: 'grove.iam.access_request.ended.v1', label: 'Access ended before its time' },
  { id: 'grove.iam.access_request.reviewed.v1', label: 'Emergency access reviewed' },
  { id: 'grove.iam.access_request.updated.v1', label: 'Access request waits again' },
];

const FOUNDED = { id: 'grove.iam.organization.founded.v1', label: 'Organization founded' };

const LOST_MESSAGE = { id: 'grove.iam.message.lost.v1', label: 'E-mail not sent' };

/** The types of events about a person's access instead of a resource. */
export const OF_ACCESS = [SIGN_IN, ENDED, AGAIN, PASSWORD, TOKEN, EXCHANGED];

/** The types that need words of their own. */
export const SPECIAL_TYPES = [
  ACCEPTED,
  IMPORTED,
  EXPORTED,
  SYNCED,
  TAGS_SYNCED,
  ...OF_RUNS,
  ...EXPIRED,
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
  SENT_AGAIN,
  ...REQUESTS,
  FOUNDED,
  LOST_MESSAGE,
  SUMMED,
  RECORD_ACCEPTED,
];

/** Every type of event. */
export const EVENT_TYPES = [
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
  ...SPECIAL_TYPES,
  ...RESOURCE_TYPES.map((type) => {
    const { domain, words } = entryOf(type);
    const id = `grove.${domain}.${auditNoun(type)}.${PAST.get}.v1`;
    return { id, label: `${capitalized(words[0])} read, denied` };
  }),
];
