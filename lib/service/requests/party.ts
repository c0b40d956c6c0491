/** The access request that a call names, for its parties and for whoever may list it. */
import { ifMatchAllows } from '#lib/aip/etag.ts';
import { aborted, notFound, refusal } from '#lib/aip/errors.ts';
import { checkUid, parentUid } from '#lib/aip/uid.ts';
import { accessRequest, stateAt } from '#lib/resources/access-request.ts';
import { CAPABILITIES, type Capability } from '#lib/resources/capabilities.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import { placeOfWrite, writeAs, type Call } from '#lib/service/calls/call.ts';
import { isParty } from '#lib/service/calls/parties.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';

export type AccessRequestRow = RowOf<'AccessRequest'>;

/** Those of the role as it is now. A role that is gone could be anything. */
export const capabilitiesOf = async (
  reads: Reads,
  roleUid: string,
): Promise<readonly Capability[]> =>
  (await reads.get('Role', roleUid))?.capabilities ?? CAPABILITIES;

/**
 * The request, where the caller is a party to it or may list it.
 *
 * @throws ApiError PERMISSION_DENIED, whether or not it exists; NOT_FOUND for whoever may list it.
 */
export async function partyRow(reads: Reads, call: Call, uid: string): Promise<AccessRequestRow> {
  const row = await reads.get('AccessRequest', uid);
  const capabilities = row === null ? [] : await capabilitiesOf(reads, row.roleUid);
  if (row !== null && isParty(call, row, capabilities)) return row;
  requireCapability(call, 'access_requests.list', uid);
  throw notFound('AccessRequest', uid);
}

/** Of a custom method. */
export interface Named {
  uid: string;
  /** The ETag that the caller has read; null for any. */
  ifMatch: string | null;
}

type Work<T> = (tx: Transaction, call: Call, row: AccessRequestRow) => Promise<T>;

/**
 * Runs a change of a request as one transaction.
 *
 * @throws ApiError as {@link partyRow}; ABORTED for another ETag.
 */
export function changing<T>(
  call: Call,
  operation: Operation,
  { uid, ifMatch }: Named,
  work: Work<T>,
): Promise<T> {
  checkUid(uid, 'uid');
  return auditDenied(call, accessRequest, operation, uid, async () => {
    const inTurn = async (tx: Transaction, current: Call) => {
      const row = await partyRow(tx, current, uid);
      if (!ifMatchAllows(ifMatch, row.revision)) throw aborted(`access request ${uid}`);
      return work(tx, current, row);
    };
    return writeAs(call, inTurn, await placeOfWrite('AccessRequest', parentUid(uid)));
  });
}

/** @throws ApiError FAILED_PRECONDITION unless it waits for an answer. */
export async function requireWaiting(reads: Reads, row: AccessRequestRow): Promise<void> {
  const state = stateAt(row, await reads.now());
  if (state === 'PENDING') return;
  if (state === 'EXPIRED') {
    throw refusal('REQUEST_EXPIRED', 'nobody answered in time; ask again', row.uid);
  }
  throw refusal('REQUEST_ANSWERED', `the request is ${state} already`, row.uid);
}
