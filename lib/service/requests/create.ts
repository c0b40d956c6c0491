/** Asks for a role by a request rule. Where nobody has to approve, the role is granted in the same transaction. */
import { checkUid, newChildUid } from '#lib/aip/uid.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { requireRecentFactor } from '#lib/auth/sessions/recent-sign-in.ts';
import { accessRequest } from '#lib/resources/access-request.ts';
import { identityReference } from '#lib/resources/references.ts';
import type { Columns } from '#lib/resources/rows.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { placeOfWrite, writeAs, type Call } from '#lib/service/calls/call.ts';
import type { InputOf } from '#lib/resources/inputs.ts';
import { newInput } from '#lib/service/verbs/create.ts';
import { answerOf, type Answer } from '#lib/service/verbs/get.ts';
import type { Transaction } from '#lib/store/store.ts';
import { approversOf } from './approvers.ts';
import { askedOf, newRow, requireNoOther, type Asked, type Asking } from './ask.ts';
import { grant, requireRuleMaker } from './grant.ts';
import { postAsked } from './mails.ts';
import type { AccessRequestRow } from './party.ts';
import { requireReviewed } from './review.ts';

const HOUR_S = 60 * 60;
const REVIEW_MS = 3 * 24 * HOUR_S * 1000;

/**
 * @param parent the group where the role is asked for.
 * @throws ApiError INVALID_ARGUMENT that names each failing field, also for a rule that does not let the caller ask;
 *   ALREADY_EXISTS; RESOURCE_EXHAUSTED; FAILED_PRECONDITION.
 */
export function createRequest(call: Call, parent: string, body: JsonObject): Promise<Answer> {
  checkUid(parent, 'parent_uid');
  return auditDenied(call, accessRequest, 'create', parent, async () => {
    const input = newInput(accessRequest, body) as InputOf<'AccessRequest'>;
    const asking = { parent, input };
    const place = await placeOfWrite('AccessRequest', parent);
    if (input.validateOnly === true) {
      return writeAs(call, (tx, current) => looked(tx, current, asking), place);
    }
    const row = await writeAs(call, (tx, current) => asked(tx, current, asking), place);
    postAsked(row);
    return answerOf(accessRequest, call, row);
  });
}

/** Says who would be asked and the longest time, and asks for nothing. */
async function looked(tx: Transaction, call: Call, asking: Asking): Promise<Answer> {
  const found = await askedOf(tx, call, asking);
  await requireNoOther(tx, call, found);
  await requireRuleMaker(found.rule, found.role, asking.parent);
  const row = { ...newRow(asking, found, { uid: '' }), revision: 1 };
  const approvers =
    found.rule.approvals === 0 ? [] : await approversOf(tx, row, found.role.capabilities);
  const { body, etag } = answerOf(accessRequest, call, row);
  const asked = approvers.map(identityReference);
  return { body: { ...body, asked, maxDuration: `${found.rule.maxDuration}s` }, etag };
}

/** Asks, within a transaction that others use as well. */
export async function asked(
  tx: Transaction,
  call: Call,
  asking: Asking,
  extendsUid: string | null = null,
): Promise<AccessRequestRow> {
  const found = await askedOf(tx, call, asking);
  await requireNoOther(tx, call, found);
  await requireRuleMaker(found.rule, found.role, asking.parent);
  if (found.rule.emergency) {
    await requireReviewed(tx, call.principal.ownIdentities, found.now);
  }
  if (found.rule.secondFactor) await requireRecentFactor(call.principal, 'asking by this rule', tx);
  const uid = newChildUid(asking.parent);
  const waiting = newRow(asking, found, { uid, extendsUid });
  const granted =
    found.rule.approvals === 0 ? await grantedAtOnce(tx, call, waiting, found) : undefined;
  const row = await tx.insert('AccessRequest', { ...waiting, ...granted });
  await auditRows(tx, call, accessRequest, 'create', { after: row });
  return row;
}

async function grantedAtOnce(
  tx: Transaction,
  call: Call,
  row: Omit<AccessRequestRow, 'revision'>,
  { rule, role, now }: Asked,
): Promise<Columns<'AccessRequest'>> {
  const { groupUids } = row;
  const { emergency } = rule;
  const duration = emergency ? Math.min(row.duration, HOUR_S) : row.duration;
  const amount = { groupUids, duration, isByItself: true };
  const reviewTime = emergency ? new Date(now.getTime() + REVIEW_MS) : null;
  return { ...(await grant(tx, call, { row, role, amount })), emergency, reviewTime };
}
