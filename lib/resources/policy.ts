/** What an organization asks of whoever uses it, as the API describes it. */
import { z } from 'zod';
import { etagOf } from '#lib/aip/etag.ts';
import { duration, durationSeconds, text, uid } from './fields.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';
import type { PolicyJson } from '#lib/generated/proto/grove/iam/v2beta1/group_policy_pb.js';

/** Whom a policy asks for a second factor. */
export const SECOND_FACTORS = ['SECOND_FACTOR_UNSPECIFIED', 'WRITERS', 'EVERYONE'] as const;

const [NOBODY] = SECOND_FACTORS;

/** In seconds. */
const LEAST_IDLE = 60;
const LEAST_ABSOLUTE = 300;
const LEAST_BOUND = 60;
const MAX_NETWORKS = 50;
const MAX_DOMAINS = 50;
const MAX_ROLES = 50;

const networks = atMost(MAX_NETWORKS, 'networks', z.array(text(1, 64))).optional();

/** What can be missing for the policy of an organization, as violations of a precondition. */
export const UNMET_TYPES = [
  'NETWORK_NOT_ALLOWED',
  'PASSWORD_NOT_ALLOWED',
  'SESSION_TOO_OLD',
  'SECOND_FACTOR_REQUIRED',
  'PASSKEY_REQUIRED',
] as const;
export type UnmetType = (typeof UNMET_TYPES)[number];

/** The body of `groups:updatePolicy`, without its group. */
export const policyInput = z.strictObject({
  secondFactor: z
    .enum(SECOND_FACTORS, { error: `must be one of ${SECOND_FACTORS.join(', ')}` })
    .optional(),
  passkeyRequired: z.boolean().optional(),
  passwordsOff: z.boolean().optional(),
  sessionIdle: duration(LEAST_IDLE).optional(),
  sessionAbsolute: duration(LEAST_ABSOLUTE).optional(),
  consoleNetworks: networks,
  apiNetworks: networks,
  inviteDomains: atMost(MAX_DOMAINS, 'domains', z.array(text(1, 253))).optional(),
  timedRoles: atMost(MAX_ROLES, 'roles', z.array(uid)).optional(),
  timedRolesMaxDuration: duration(LEAST_BOUND).optional(),
});

export type PolicyInput = z.infer<typeof policyInput>;

export type PolicySettings = Omit<
  RowOf<'Policy'>,
  'uid' | 'createTime' | 'updateTime' | 'revision'
>;

const seconds = (given: string | undefined) =>
  given === undefined ? null : Math.floor(durationSeconds(given));

/** @param before the current settings; passwords that stay off keep their `passwordsOffTime`. */
export function policySettings(
  input: PolicyInput,
  { passwordsOffTime }: Pick<PolicySettings, 'passwordsOffTime'>,
): PolicySettings {
  const { secondFactor = NOBODY, sessionIdle, sessionAbsolute } = input;
  return {
    secondFactor: secondFactor === NOBODY ? null : secondFactor,
    passkeyRequired: input.passkeyRequired ?? false,
    passwordsOffTime: input.passwordsOff === true ? (passwordsOffTime ?? new Date()) : null,
    sessionIdle: seconds(sessionIdle),
    sessionAbsolute: seconds(sessionAbsolute),
    consoleNetworks: input.consoleNetworks ?? [],
    apiNetworks: input.apiNetworks ?? [],
    inviteDomains: input.inviteDomains ?? [],
    timedRoles: [...new Set(input.timedRoles)],
    timedRolesMaxDuration: seconds(input.timedRolesMaxDuration),
  };
}

/** The policy of an organization that has set none. */
export const NO_POLICY = policySettings({}, { passwordsOffTime: null });

/** The body of an update that would set the same settings. */
export function policyBody(settings: PolicySettings): PolicyJson {
  const { secondFactor, passkeyRequired, passwordsOffTime } = settings;
  const { sessionIdle, sessionAbsolute, consoleNetworks, apiNetworks, inviteDomains } = settings;
  const { timedRoles, timedRolesMaxDuration: longest } = settings;
  return {
    secondFactor: secondFactor ?? NOBODY,
    passkeyRequired,
    passwordsOff: passwordsOffTime !== null,
    ...(sessionIdle === null ? {} : { sessionIdle: `${sessionIdle}s` }),
    ...(sessionAbsolute === null ? {} : { sessionAbsolute: `${sessionAbsolute}s` }),
    consoleNetworks,
    apiNetworks,
    inviteDomains,
    timedRoles,
    ...(longest === null ? {} : { timedRolesMaxDuration: `${longest}s` }),
  };
}

/** In seconds. */
export interface SessionLengths {
  idle: number;
  absolute: number;
}

/** The shorter of the lengths of the policy and those that the operator allows. */
export function effectiveLengths(
  { sessionIdle, sessionAbsolute }: Pick<PolicySettings, 'sessionIdle' | 'sessionAbsolute'>,
  allowed: SessionLengths,
): SessionLengths {
  return {
    idle: Math.min(allowed.idle, sessionIdle ?? allowed.idle),
    absolute: Math.min(allowed.absolute, sessionAbsolute ?? allowed.absolute),
  };
}

/** The settings of the installation and organization that a policy depends on. */
export interface AroundPolicy {
  allowed: SessionLengths;
  /** Whether the organization has an identity provider that people can use instead of a password. */
  hasProvider: boolean;
}

/**
 * The policy as proto3 JSON. Its ETag begins at 0, when nothing is set.
 *
 * @param groupUid the root group.
 */
export function policyJson(
  groupUid: string,
  row: RowOf<'Policy'> | null,
  { allowed, hasProvider }: AroundPolicy,
): PolicyJson {
  const settings = row ?? NO_POLICY;
  const { idle, absolute } = effectiveLengths(settings, allowed);
  return {
    groupUid,
    ...policyBody(settings),
    effectiveSessionIdle: `${idle}s`,
    effectiveSessionAbsolute: `${absolute}s`,
    effectivePasswordsOff: hasProvider && settings.passwordsOffTime !== null,
    ...(row === null ? {} : { updateTime: row.updateTime.toISOString() }),
    etag: etagOf(row?.revision ?? 0),
  };
}
