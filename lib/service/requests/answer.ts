/** Approves and denies access requests. Where enough people have approved, the role is granted in the same transaction. */
import { z } from 'zod';
import { invalidArgument, invalidField, refusal, type FieldViolation } from '#lib/aip/errors.ts';
import { namedAt } from '#lib/auth/matching/named-since.ts';
import { requireRepresentativeAt } from '#lib/auth/own-identity.ts';
import { requireRecentFactor } from '#lib/auth/sessions/recent-sign-in.ts';
import type {
  AccessRequestJson,
  ApproveAccessRequestRequestJson,
  DenyAccessRequestRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import {
  accessRequest,
  groupUids,
  reason,
  seconds,
  wholeSeconds,
} from '#lib/resources/access-request.ts';
import { uid } from '#lib/resources/fields.ts';
import { identityReference } from '#lib/resources/references.ts';
import type { Columns, GivenAnswer, RowOf } from '#lib/resources/rows.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireApprover, stillHolds } from './approvers.ts';
import { grant, requireRuleMaker } from './grant.ts';
import { postAnswered } from './mails.ts';
import { capabilitiesOf, changing, requireWaiting, type AccessRequestRow } from './party.ts';
import { isOther, identitiesToKeep } from './same-person.ts';
import type { Rule } from './word.ts';

const approval = z.strictObject({
  uid,
  reason,
  groupUids,
  duration: seconds.optional(),
});

const denial = z.strictObject({ uid, reason });

/** Writes what came of an answer, and records it. */
export async function written(
  tx: Transaction,
  call: Call,
  operation: Operation,
  before: AccessRequestRow,
  columns: Columns<'AccessRequest'>,
): Promise<AccessRequestRow> {
  const after = await tx.update('AccessRequest', before.uid, {
    ...columns,
    updateTime: await tx.now(),
  });
  await auditRows(tx, call, accessRequest, operation, { before, after });
  return after;
}

/**
 * @throws ApiError FAILED_PRECONDITION `OWN_REQUEST`, `REQUEST_ANSWERED`, `REQUEST_EXPIRED`, `RULE_WITHDRAWN`,
 *   `CHANGED_SINCE` or `SECOND_FACTOR_NOT_SHOWN`; PERMISSION_DENIED; INVALID_ARGUMENT for more than was asked for; ABORTED for another
 *   ETag; ALREADY_EXISTS where the identity has the role already.
 */
export async function approveRequest(
  call: Call,
  body: ApproveAccessRequestRequestJson,
  ifMatch: string | null,
): Promise<AccessRequestJson> {
  const given = checked(approval, body);
  const after = await changing(
    call,
    'approve',
    { uid: given.uid, ifMatch },
    async (tx, current, row) => {
      await requireWaiting(tx, row);
      const role = await tx.existing('Role', row.roleUid);
      const rule = await ruleOf(tx, row);
      await requireSamePersons(tx, row);
      await requireApprover(tx, current, withRule(row, rule), role.capabilities);
      if (rule.secondFactor) {
        await requireRecentFactor(current.principal, 'approving by this rule', tx);
      }
      const problems = beyond(row, given);
      if (problems.length > 0) throw invalidArgument(problems);
      const amount = {
        groupUids: given.groupUids?.length ? given.groupUids : row.groupUids,
        duration: given.duration === undefined ? row.duration : wholeSeconds(given.duration),
      };
      const answer = await answerBy(tx, current, row, {
        ...amount,
        approved: true,
        reason: given.reason,
      });
      const answers = [...(await standing(row, role)), answer];
      const isEnough = answers.length >= Math.max(row.approvals, rule.approvals);
      const granted = isEnough ? await granting(tx, current, { row, rule, role, answers }) : {};
      return written(tx, current, 'approve', row, { answers, ...granted });
    },
  );
  postAnswered(after);
  return accessRequest.toJson(after);
}

/** The rule as it is now: it decides at each answer. */
async function ruleOf(tx: Transaction, { ruleUid, roleUid, duration }: AccessRequestRow) {
  const rule = await tx.get('RequestRule', ruleUid);
  if (rule?.roles.includes(roleUid) === true && rule.maxDuration >= duration) return rule;
  throw refusal('RULE_WITHDRAWN', 'the rule no longer allows this request; ask again', ruleUid);
}

/** An approver reads whom the identities named when somebody asked. */
async function requireSamePersons(
  tx: Transaction,
  { identityUid, requesterUid, createTime }: AccessRequestRow,
): Promise<void> {
  const persons = await tx.getAll('Identity', [identityUid, requesterUid]);
  const changed = persons.find((one) => !namedAt(one, createTime));
  if (changed === undefined) return;
  const words =
    'the identity is another person since somebody asked; deny it, and let them ask again';
  throw refusal('CHANGED_SINCE', words, changed.uid);
}

/** Whoever is named must be so in the rule as it was, and as it is. */
function withRule(row: AccessRequestRow, { approverIdentities }: Rule): AccessRequestRow {
  if (approverIdentities.length === 0) return row;
  const both =
    row.approverIdentities.length === 0
      ? approverIdentities
      : row.approverIdentities.filter((one) => approverIdentities.includes(one));
  // None is left who was named both times: nobody can answer.
  return { ...row, approverIdentities: both.length === 0 ? [row.ruleUid] : both };
}

function beyond(
  row: AccessRequestRow,
  { groupUids: groups = [], duration }: Pick<z.infer<typeof approval>, 'groupUids' | 'duration'>,
): FieldViolation[] {
  const more = groups.flatMap((one, index) =>
    row.groupUids.includes(one)
      ? []
      : [{ field: `groupUids.${index}`, description: 'is not a group that was asked for' }],
  );
  if (duration === undefined || wholeSeconds(duration) <= row.duration) return more;
  return [
    ...more,
    { field: 'duration', description: `must be at most the ${row.duration}s that were asked for` },
  ];
}

interface Said {
  approved: boolean;
  reason: string | undefined;
  groupUids?: readonly string[];
  duration?: number;
}

/** The answer of the caller, who has given none before. */
export async function answerBy(
  tx: Transaction,
  call: Call,
  row: AccessRequestRow,
  { approved, reason: why = '', groupUids: groups = [], duration = 0 }: Said,
): Promise<GivenAnswer> {
  for (const answer of row.answers) {
    if (await isOther(tx, call, answer.own)) continue;
    throw refusal('ALREADY_APPROVED', 'you have approved it already', row.uid);
  }
  return {
    ...(await answererOf(tx, call, row.parent)),
    approved,
    reason: why,
    time: (await tx.now()).toISOString(),
    groupUids: [...groups],
    duration,
  };
}

/** Who answers. The operator at the command line has no identity. */
async function answererOf(
  tx: Transaction,
  call: Call,
  group: string,
): Promise<Pick<GivenAnswer, 'identity' | 'own' | 'identities'>> {
  const { actor, principal } = call;
  if (actor !== undefined) {
    const nobody = { uid: '', description: '', subject: '', issuer: '', email: '' };
    return { identity: { ...nobody, name: actor }, own: [], identities: [] };
  }
  const own = requireRepresentativeAt(principal, group);
  return {
    identity: identityReference(await tx.existing('Identity', own)),
    own: await identitiesToKeep(tx, call, own),
    identities: [...new Set([own, ...principal.identities])],
  };
}

/** The approvals of those who could still give them. */
export async function standing(
  { answers, parent }: AccessRequestRow,
  { capabilities }: RowOf<'Role'>,
): Promise<GivenAnswer[]> {
  const kept: GivenAnswer[] = [];
  for (const answer of answers) {
    const { identities } = answer;
    // The operator has none, and loses nothing.
    const maker = identities.length === 0 ? null : { identities, time: new Date(answer.time) };
    if (await stillHolds(maker, capabilities, parent)) kept.push(answer);
  }
  return kept;
}

interface Granting {
  row: AccessRequestRow;
  rule: Rule;
  role: RowOf<'Role'>;
  answers: readonly GivenAnswer[];
}

/** The least that all have approved. */
async function granting(tx: Transaction, call: Call, { row, rule, role, answers }: Granting) {
  await requireRuleMaker(rule, role, row.parent);
  const groups = row.groupUids.filter((one) =>
    answers.every((answer) => answer.groupUids.includes(one)),
  );
  if (groups.length === 0) {
    throw invalidField('groupUids', 'must have a group that the others approved as well');
  }
  const duration = Math.min(...answers.map((answer) => answer.duration));
  const amount = { groupUids: groups, duration, isByItself: false };
  return grant(tx, call, { row, role, amount });
}

/** @throws ApiError as {@link approveRequest}. */
export async function denyRequest(
  call: Call,
  body: DenyAccessRequestRequestJson,
  ifMatch: string | null,
): Promise<AccessRequestJson> {
  const given = checked(denial, body);
  const after = await changing(
    call,
    'deny',
    { uid: given.uid, ifMatch },
    async (tx, current, row) => {
      await requireWaiting(tx, row);
      await requireApprover(tx, current, row, await capabilitiesOf(tx, row.roleUid));
      const answer = await answerBy(tx, current, row, { approved: false, reason: given.reason });
      const answers = [...row.answers, answer];
      return written(tx, current, 'deny', row, { answers, state: 'DENIED' });
    },
  );
  postAnswered(after);
  return accessRequest.toJson(after);
}
