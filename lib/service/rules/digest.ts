/** The rules of a subscription that sends digests: only to whoever asked for them. */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import { isSameOrBelow } from '#lib/aip/uid.ts';
import { representativeAt } from '#lib/auth/own-identity.ts';
import { config } from '#lib/config.ts';
import { savedView } from '#lib/resources/saved-view.ts';
import type { Columns } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { sees } from '#lib/service/calls/sight.ts';
import { nextDigest } from '#lib/service/events/digests/times.ts';
import { hasDigests } from '#lib/service/events/digests/view-rows.ts';
import { verifiedAddressOf } from '#lib/service/identity-keys/recipients.ts';
import type { Transaction } from '#lib/store/store.ts';
import type { Write } from './rules.ts';

/** The view that it is of, which is in the group of the subscription or below. */
async function requireView(tx: Transaction, call: Call, uid: string, parent: string) {
  const view = await tx.get('SavedView', uid);
  const isHere = view !== null && isSameOrBelow(view.parent, parent);
  if (isHere && sees(savedView, call, view) && hasDigests(view)) return;
  throw invalidField('email.savedViewUid', 'is not a saved view of this group or of one below');
}

/**
 * Nobody may have mail sent to somebody else.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_MAIL`; INVALID_ARGUMENT on `identityUid` or `email`.
 */
async function requireReader(tx: Transaction, call: Call, identityUid: string, parent: string) {
  if (config().mail === undefined) {
    throw refusal('NO_MAIL', 'this installation sends no e-mail, so it sends no digests');
  }
  if (representativeAt(call.principal, parent) !== identityUid) {
    throw invalidField('identityUid', 'must be your own: a digest goes to whoever asked for it');
  }
  const identity = await tx.get('Identity', identityUid);
  if (identity !== null && (await verifiedAddressOf(tx, identity)) !== null) return;
  throw invalidField('email', 'needs an e-mail address of yours that is verified');
}

/**
 * The times of a digest. Changes count from now on where it is enabled or of another view, and from the last message
 * where only its schedule changes.
 *
 * @throws ApiError INVALID_ARGUMENT on the field; FAILED_PRECONDITION as above.
 */
export async function digestColumns(
  tx: Transaction,
  call: Call,
  { parent, input, before }: Write<'Subscription'>,
  identityUid: string,
): Promise<Columns<'Subscription'>> {
  const { email, disabled } = input;
  if (before !== null && (before.schedule === '') !== (email === undefined)) {
    const field = email === undefined ? 'webhook' : 'email';
    throw invalidField(field, 'cannot replace the target; make another subscription');
  }
  if (email === undefined) return {};
  const { timeZone = 'UTC', savedViewUid } = email;
  const given = email.schedule ?? 'DAILY';
  const schedule = given === 'SCHEDULE_UNSPECIFIED' ? 'DAILY' : given;
  const isSameView = before?.savedViewUid === savedViewUid;
  const isSame = isSameView && before.schedule === schedule && before.timeZone === timeZone;
  const isEnabled = before?.state === 'DISABLED' && disabled !== true;
  if (isSame && !isEnabled) return {};
  await requireReader(tx, call, identityUid, parent);
  await requireView(tx, call, savedViewUid, parent);
  const now = new Date();
  const isBegun = isSameView && !isEnabled;
  return {
    digestTime: nextDigest(schedule, timeZone, now),
    ...(!isBegun && { sinceTime: now, digestHash: '' }),
  };
}
