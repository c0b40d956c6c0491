/**
 * The policy of an organization: what it asks of whoever uses it. It belongs to the root group and
 * applies to all of the organization.
 */
import { inOrder } from '#lib/in-order.ts';
import { z } from 'zod';
import { isDeepStrictEqual } from 'node:util';
import { unmetOf, type Circumstances } from '#lib/access/policies.ts';
import { aborted, invalidArgument, invalidField, refusal } from '#lib/aip/errors.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import { ifMatchAllows } from '#lib/aip/etag.ts';
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import { eventOf, recordAudit } from '#lib/audit/record.ts';
import { providersOf } from '#lib/auth/sign-in/instead-of-password.ts';
import type {
  PolicyJson,
  UpdatePolicyRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/group_policy_pb.js';
import { usableRole } from '#lib/service/rules/granting.ts';
import { networkProblems } from '#lib/service/rules/identity-key.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { sessionLimitsOf } from '#lib/auth/sessions/session-limits.ts';
import { domainName } from '#lib/net/domain-names.ts';
import { text } from '#lib/resources/fields.ts';
import {
  NO_POLICY,
  policyBody,
  policyInput,
  policyJson,
  policySettings,
} from '#lib/resources/policy.ts';
import type {
  AroundPolicy,
  PolicyInput,
  PolicySettings,
  SessionLengths,
  UnmetType,
} from '#lib/resources/policy.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { group } from '#lib/resources/group.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import { changedInput } from '#lib/service/verbs/update.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, type Reads, type Transaction } from '#lib/store/store.ts';
import { changeAsOwner, checkRootUid } from './require-owner.ts';

/**
 * @throws ApiError INVALID_ARGUMENT on `group_uid`; PERMISSION_DENIED without `groups.list`;
 *   NOT_FOUND.
 */
export async function getPolicy(call: Call, groupUid: string): Promise<PolicyJson> {
  const uid = checkUid(groupUid, 'group_uid');
  await requireAt(call, group, 'get', 'groups.list', uid);
  const root = rootUid(uid);
  const [, policy, around] = await inOrder(
    committed.existing('Group', root),
    policyIn(committed, root),
    aroundPolicy(committed, root, call.caller?.revision),
  );
  return policyJson(root, policy, around);
}

export const POLICY_UPDATED = 'grove.iam.policy.updated.v1';

async function aroundPolicy(reads: Reads, root: string, revision?: string): Promise<AroundPolicy> {
  const [allowed, providers] = await inOrder(
    sessionLimitsOf(root, revision),
    providersOf(reads, root, revision),
  );
  return { allowed, hasProvider: providers.length > 0 };
}

const policyIn = (reads: Reads, root: string) => reads.first('Policy', is('uid', root));

/** The fields of the request that are not of the policy, which is checked with the current one. */
const updateRequest = z.looseObject({
  groupUid: z.string(),
  updateMask: z.string().optional(),
  etag: text(1, 64).optional(),
});

const POLICY = { input: policyInput, outputOnly: Object.keys(updateRequest.shape) };

/**
 * Whoever changes a policy decides who gets in, so only owners may.
 *
 * @throws ApiError INVALID_ARGUMENT; PERMISSION_DENIED; NOT_FOUND; ABORTED if the policy has another
 *   ETag; FAILED_PRECONDITION `WOULD_LOCK_OUT`, `NO_PROVIDER`; as {@link requireRecentSignIn}.
 */
export async function updatePolicy(call: Call, body: UpdatePolicyRequestJson): Promise<PolicyJson> {
  const { groupUid, updateMask, etag = null } = checked(updateRequest, body);
  const root = checkRootUid(groupUid, 'groupUid');
  return changeAsOwner(call, root, async (tx, current) => {
    const { name } = await tx.existing('Group', root);
    const before = await policyIn(tx, root);
    if (!ifMatchAllows(etag, before?.revision ?? 0)) throw aborted(`the policy of ${root}`);
    const stored = policyBody(before ?? NO_POLICY);
    const { input } = changedInput(POLICY, stored, { body, updateMask });
    const around = await aroundPolicy(tx, root);
    const problems = problemsOf(input, around.allowed);
    if (problems.length > 0) throw invalidArgument(problems);
    const settings = policySettings(input, before ?? NO_POLICY);
    await requireTimedRoles(tx, current, root, { settings, before: before ?? NO_POLICY });
    // Each domain once, in ASCII and lower case.
    const domains = settings.inviteDomains.map((domain) => domainName(domain) ?? domain);
    settings.inviteDomains = [...new Set(domains)];
    requireOwnAccess(current, root, [before ?? NO_POLICY, settings], around);
    await requireRecentSignIn(current.principal, 'a change of the policy', tx);
    const after = await write(tx, current, { uid: root, name }, before, settings);
    return policyJson(root, after, around);
  });
}

/** @throws ApiError INVALID_ARGUMENT on the first role that cannot be bound at the root group. */
async function requireTimedRoles(
  tx: Transaction,
  call: Call,
  root: string,
  { settings, before }: Record<'settings' | 'before', Pick<PolicySettings, 'timedRoles'>>,
): Promise<void> {
  for (const [index, roleUid] of settings.timedRoles.entries()) {
    if (before.timedRoles.includes(roleUid)) continue;
    if ((await usableRole(tx, call, roleUid, root)) !== null) continue;
    throw invalidField(`timedRoles.${index}`, 'is not a role that can be bound at this group');
  }
}

/** Problems that the schema of the policy cannot find. */
function problemsOf(input: PolicyInput, allowed: SessionLengths): FieldViolation[] {
  const { sessionIdle, sessionAbsolute } = policySettings(input, NO_POLICY);
  const longer = (field: string, seconds: number | null, most: number): FieldViolation[] =>
    seconds !== null && seconds > most
      ? [{ field, description: `must be ${most}s or less, which is what the operator allows` }]
      : [];
  return [
    ...longer('sessionIdle', sessionIdle, allowed.idle),
    ...longer('sessionAbsolute', sessionAbsolute, allowed.absolute),
    ...networkProblems('consoleNetworks', input.consoleNetworks),
    ...networkProblems('apiNetworks', input.apiNetworks),
    ...(input.inviteDomains ?? []).flatMap((domain, index) => {
      const description = 'must be a domain name such as example.com';
      return domainName(domain) === null ? [{ field: `inviteDomains.${index}`, description }] : [];
    }),
  ];
}

/** Of the unmet conditions, those that the caller could not meet afterwards: the field, and what to do. */
const LOCKING_OUT: {
  readonly [Type in UnmetType]?: (request: Circumstances) => readonly [string, string];
} = {
  NETWORK_NOT_ALLOWED: ({ address, signIn }) => {
    const [field, where] =
      signIn === undefined ? ['apiNetworks', 'API'] : ['consoleNetworks', 'console'];
    return [field, `the networks for the ${where} must contain your own address, ${address}`];
  },
  PASSKEY_REQUIRED: () => [
    'passkeyRequired',
    'sign in with a passkey of your own before you ask others for one',
  ],
  PASSWORD_NOT_ALLOWED: () => [
    'passwordsOff',
    'sign in through an identity provider, or with a passkey, before you turn passwords off',
  ],
};

/**
 * Otherwise an owner could ask for what they cannot do, and could not change that again. Later changes
 * need no check of passwords: whoever makes them has met the policy, or is an owner whom it exempts.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_PROVIDER`, `WOULD_LOCK_OUT`
 */
function requireOwnAccess(
  { caller, principal, reach }: Call,
  root: string,
  [before, settings]: readonly [PolicySettings, PolicySettings],
  { hasProvider }: AroundPolicy,
): void {
  const isTurnedOff = settings.passwordsOffTime !== null && before.passwordsOffTime === null;
  if (isTurnedOff && !hasProvider) {
    const description =
      'the root group has no identity provider that people could sign in through; add one first';
    throw refusal('NO_PROVIDER', description, 'passwordsOff');
  }
  if (caller === undefined) return;
  const circumstances = { address: caller.address, signIn: principal.signIn };
  // Any name will do: the condition that it makes has a text of its own here.
  const providers = isTurnedOff ? ['an identity provider'] : [];
  const policy = { ...settings, uid: root };
  for (const { type } of unmetOf(policy, circumstances, reach.heldIn(root), { providers })) {
    const [field, advice] = LOCKING_OUT[type]?.(circumstances) ?? [];
    if (field === undefined) continue;
    throw refusal('WOULD_LOCK_OUT', `you would lock yourself out: ${advice}`, field);
  }
}

async function write(
  tx: Transaction,
  call: Call,
  { uid, name }: Pick<RowOf<'Group'>, 'uid' | 'name'>,
  before: RowOf<'Policy'> | null,
  settings: PolicySettings,
): Promise<RowOf<'Policy'> | null> {
  const [former, next] = [before ?? NO_POLICY, settings].map(policyBody);
  if (isDeepStrictEqual(former, next)) return before;
  const now = new Date();
  const changes = { ...settings, updateTime: now, revision: (before?.revision ?? 0) + 1 };
  const after = { uid, createTime: before?.createTime ?? now, ...changes };
  if (before === null) await tx.insertAll('Policy', [after]);
  else await tx.note('Policy', is('uid', uid), changes);
  await recordAudit(tx, {
    ...actorOf(call, uid),
    ...eventOf('policy', 'update', uid),
    before: { name, ...former },
    after: { name, ...next },
  });
  return after;
}

/** Lets in again whoever a policy has locked out. @throws ApiError NOT_FOUND */
export const clearPolicy = (root: string): Promise<PolicyJson> =>
  updatePolicy(operatorCall(root), { groupUid: root, updateMask: '*' });
