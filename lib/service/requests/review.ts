/** Reviews of what was granted for an emergency. */
import { z } from 'zod';
import { refusal } from '#lib/aip/errors.ts';
import type {
  AccessRequestJson,
  ReviewAccessRequestRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import { accessRequest, reason } from '#lib/resources/access-request.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { uid } from '#lib/resources/fields.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { all, is, isIn, lessThan } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { answerBy, written } from './answer.ts';
import { requireApprover } from './approvers.ts';
import { changing } from './party.ts';

const request = z.strictObject({ uid, reason });

/**
 * @throws ApiError FAILED_PRECONDITION `OWN_REQUEST`, or `NOTHING_TO_REVIEW`; PERMISSION_DENIED for whoever is no owner
 *   there; ABORTED for another ETag.
 */
export function reviewRequest(
  call: Call,
  body: ReviewAccessRequestRequestJson,
  ifMatch: string | null,
): Promise<AccessRequestJson> {
  const given = checked(request, body);
  return changing(call, 'review', { uid: given.uid, ifMatch }, async (tx, current, row) => {
    await requireApprover(tx, current, row, builtInRole('owner').capabilities);
    if (!row.emergency || row.review !== null) {
      throw refusal('NOTHING_TO_REVIEW', 'the request needs no review, or had one', row.uid);
    }
    const review = await answerBy(tx, current, row, { approved: true, reason: given.reason });
    return accessRequest.toJson(await written(tx, current, 'review', row, { review }));
  });
}

/** @throws ApiError FAILED_PRECONDITION `REVIEW_OVERDUE` while an emergency of the person was not reviewed in time. */
export async function requireReviewed(
  tx: Transaction,
  requesters: readonly string[],
  now: Date,
): Promise<void> {
  const whereDue = all(
    isIn('requesterUid', requesters),
    is('emergency', true),
    lessThan('reviewTime', now),
  );
  const due = (await tx.find('AccessRequest', whereDue)).find(({ review }) => review === null);
  if (due === undefined) return;
  const words = 'an emergency of yours was not reviewed in time; ask an owner to review it first';
  throw refusal('REVIEW_OVERDUE', words, due.uid);
}
