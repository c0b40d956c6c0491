/** What somebody asks for, held against the word of the rule. */
import { alreadyExists, invalidArgument, invalidField, quotaExceeded } from '#lib/aip/errors.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import { isSameOrBelow, rootUid } from '#lib/aip/uid.ts';
import { matchesWhole } from '#lib/auth/matching/patterns.ts';
import { requireRepresentativeAt } from '#lib/auth/own-identity.ts';
import { startOf, wholeSeconds, type AccessRequestInput } from '#lib/resources/access-request.ts';
import { identityReference, reference } from '#lib/resources/references.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { requireNoKey } from '#lib/service/rules/no-key.ts';
import { all, any, atLeast, is, isIn, moreThan } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import type { AccessRequestRow } from './party.ts';
import { identitiesToKeep } from './same-person.ts';
import { rulesAt, type Rule } from './word.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS_AHEAD = 90;
const MAX_OPEN = 10;
/** They are kept, and each is sent to those who may answer. */
const MAX_A_DAY = 100;

export interface Asking {
  parent: string;
  input: AccessRequestInput;
}

/** Everything that a request is about, found and allowed. */
export interface Asked {
  rule: Rule;
  role: RowOf<'Role'>;
  group: RowOf<'Group'>;
  identity: RowOf<'Identity'>;
  requester: RowOf<'Identity'>;
  requesterIdentities: string[];
  groupUids: string[];
  startTime: Date | null;
  now: Date;
}

/** The same answer for a rule that does not exist, is elsewhere, or says nothing about the caller. */
const noRule = () => invalidField('ruleUid', 'is not a rule by which you can ask for a role here');

function reasonProblem({ reasonRequired, reasonPattern }: Rule, reason = ''): string | null {
  if (reason.trim() === '') return reasonRequired || reasonPattern !== '' ? 'is required' : null;
  if (reasonPattern === '' || matchesWhole(reasonPattern, reason)) return null;
  return `must match ${reasonPattern}`;
}

/** What the rule does not allow, by field. */
function violationsOf(rule: Rule, { parent, input }: Asking, now: Date): FieldViolation[] {
  const found: FieldViolation[] = [];
  const refuse = (field: string, description: string) => found.push({ field, description });
  const { roleUid, groupUids = [], duration, reason } = input;
  if (!rule.roles.includes(roleUid)) refuse('roleUid', 'is not a role that the rule offers');
  if (wholeSeconds(duration) > rule.maxDuration) {
    refuse('duration', `must be at most ${rule.maxDuration}s by the rule`);
  }
  const start = startOf(input);
  if (start !== null && start <= now) refuse('startTime', 'must be ahead');
  if (start !== null && start.getTime() > now.getTime() + MOST_DAYS_AHEAD * DAY_MS) {
    refuse('startTime', `must be at most ${MOST_DAYS_AHEAD} days ahead`);
  }
  if (start !== null && rule.emergency) refuse('startTime', 'must not be set in an emergency');
  const problem = reasonProblem(rule, reason);
  if (problem !== null) refuse('reason', problem);
  for (const [index, uid] of groupUids.entries()) {
    if (!isSameOrBelow(uid, parent)) {
      refuse(`groupUids.${index}`, 'must be the group of the request, or below it');
    } else if (groupUids.indexOf(uid) < index) {
      refuse(`groupUids.${index}`, 'must not be named twice');
    }
  }
  return found;
}

/** Who gets the role. Where nobody approves, people take a role for themselves alone. */
async function identityFor(tx: Transaction, call: Call, rule: Rule, { parent, input }: Asking) {
  const requesterUid = requireRepresentativeAt(call.principal, parent);
  const { identityUid = requesterUid } = input;
  const isOwn = identityUid === requesterUid || call.principal.ownIdentities.includes(identityUid);
  if (!isOwn && rule.approvals === 0) {
    throw invalidField('identityUid', 'must be your own where nobody has to approve');
  }
  const isSeen = isOwn || call.reach.holds('identity.list', identityUid);
  const isHere = isOwn || rootUid(identityUid) === rootUid(parent);
  const identity = isSeen && isHere ? await tx.get('Identity', identityUid) : null;
  const requester = await tx.existing('Identity', requesterUid);
  if (identity !== null) return { identity, requester };
  throw invalidField('identityUid', 'is not an identity that you can see');
}

/**
 * @throws ApiError INVALID_ARGUMENT that names each failing field; FAILED_PRECONDITION as `rulesAt` and for a caller
 *   whom no identity names.
 */
export async function askedOf(tx: Transaction, call: Call, asking: Asking): Promise<Asked> {
  const { parent, input } = asking;
  const group = await tx.get('Group', parent);
  const rules = group === null ? [] : await rulesAt(tx, call, parent);
  const rule = rules.find(({ uid }) => uid === input.ruleUid);
  if (group === null || rule === undefined) throw noRule();
  // Whoever made the key need not hold what its identity may take.
  if (rule.approvals === 0) requireNoKey(call, 'take a role that nobody approves');
  const now = await tx.now();
  const violations = violationsOf(rule, asking, now);
  const groupUids = input.groupUids?.length ? input.groupUids : [parent];
  const found = (await tx.getAll('Group', groupUids)).map(({ uid }) => uid);
  for (const [index, uid] of groupUids.entries()) {
    if (found.includes(uid) || !isSameOrBelow(uid, parent)) continue;
    violations.push({ field: `groupUids.${index}`, description: 'is not a group' });
  }
  if (violations.length > 0) throw invalidArgument(violations);
  const role = await tx.existing('Role', input.roleUid);
  const persons = await identityFor(tx, call, rule, asking);
  const requesterIdentities = await identitiesToKeep(tx, call, persons.requester.uid);
  const startTime = startOf(input);
  return { rule, role, group, ...persons, requesterIdentities, groupUids, startTime, now };
}

/**
 * @throws ApiError RESOURCE_EXHAUSTED with a QuotaFailure `openAccessRequests` or `accessRequestsADay`; ALREADY_EXISTS while another one
 *   for the same waits.
 */
export async function requireNoOther(tx: Transaction, call: Call, asked: Asked): Promise<void> {
  const { identity, requester, role, groupUids, now } = asked;
  const whereWaits = all(is('state', 'PENDING'), moreThan('pendingUntil', now));
  const theirs = [...new Set([requester.uid, ...call.principal.ownIdentities])];
  const whereOpen = any(whereWaits, is('isAhead', true));
  const whereToday = atLeast('createTime', new Date(now.getTime() - DAY_MS));
  const limits = [
    [MAX_OPEN, 'openAccessRequests', 'that wait or begin later', whereOpen],
    [MAX_A_DAY, 'accessRequestsADay', 'of the last 24 hours', whereToday],
  ] as const;
  for (const [most, quotaId, which, where] of limits) {
    const count = await tx.count('AccessRequest', all(isIn('requesterUid', theirs), where));
    if (count < most) continue;
    throw quotaExceeded({
      subject: requester.uid,
      description: `you have ${most} access requests ${which} already`,
      quotaId,
      quotaValue: String(most),
    });
  }
  const whereSame = all(is('identityUid', identity.uid), is('roleUid', role.uid), whereWaits);
  const same = await tx.find('AccessRequest', whereSame);
  if (!same.some((one) => one.groupUids.some((uid) => groupUids.includes(uid)))) return;
  throw alreadyExists('AccessRequest', role.uid, {
    field: 'roleUid',
    description: 'there already is a request for this role, identity and group that waits',
  });
}

/** The row of a new request that waits. @param uid '' for one that is only looked at. */
export function newRow(
  { parent, input }: Asking,
  asked: Asked,
  { uid, extendsUid = null }: { uid: string; extendsUid?: string | null },
): Omit<AccessRequestRow, 'revision'> {
  const { rule, role, group, identity, requester, groupUids, startTime, now } = asked;
  return {
    uid,
    parent,
    ruleUid: rule.uid,
    roleUid: role.uid,
    identityUid: identity.uid,
    requesterUid: requester.uid,
    requesterIdentities: asked.requesterIdentities,
    groupUids,
    duration: wholeSeconds(input.duration),
    startTime,
    reason: input.reason ?? '',
    state: 'PENDING',
    pendingUntil: new Date(now.getTime() + rule.waitDuration * 1000),
    approvals: rule.approvals,
    approverIdentities: rule.approverIdentities,
    hasApprovers: rule.approverIdentities.length > 0,
    answers: [],
    beginTime: null,
    expirationTime: null,
    grants: [],
    isAhead: false,
    emergency: false,
    reviewTime: null,
    review: null,
    extendsUid,
    names: {
      identity: identityReference(identity),
      requester: identityReference(requester),
      group: reference(group),
      role: reference(role),
    },
    createTime: now,
    updateTime: now,
  };
}
