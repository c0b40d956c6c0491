/** Delete: one resource, unless another one still depends on it. */
import { ifMatchAllows } from '#lib/aip/etag.ts';
import { aborted, notFound } from '#lib/aip/errors.ts';
import { checkUid } from '#lib/aip/uid.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import type { BaseRow, ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { authorize } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';
import { sees } from '#lib/service/calls/sight.ts';
import { rulesFor } from '#lib/service/rules/index.ts';
import { dangerOfDelete } from '#lib/service/rules/recent-sign-in.ts';
import type { Transaction } from '#lib/store/store.ts';

interface DeleteRequest {
  uid: string;
  ifMatch: string | null;
}

/**
 * @throws ApiError NOT_FOUND; ABORTED for another ETag; FAILED_PRECONDITION while something
 *   depends on it; PERMISSION_DENIED.
 */
export async function deleteResource(
  definition: ResourceDefinition,
  call: Call,
  { uid, ifMatch }: DeleteRequest,
): Promise<void> {
  checkUid(uid, 'uid');
  const check = (current: Call) => authorize(current, definition, 'delete', uid);
  await changeAs(call, [definition, 'delete', uid], check, async (tx, current) => {
    await remove(tx, definition, current, { uid, ifMatch });
  });
}

/**
 * Deletes it for a caller who may, in a transaction that others use as well.
 *
 * @returns the row as it was.
 */
export async function remove(
  tx: Transaction,
  definition: ResourceDefinition,
  call: Call,
  { uid, ifMatch }: DeleteRequest,
): Promise<RowOf<ResourceType>> {
  const { type, noun } = definition;
  const row = await tx.get(type, uid);
  if (row === null || !sees(definition, call, row)) throw notFound(type, uid);
  const { revision = 1 }: BaseRow = row;
  if (!ifMatchAllows(ifMatch, revision)) throw aborted(`${noun} ${uid}`);
  const danger = await dangerOfDelete(tx, type, row);
  await rulesFor(type).beforeDelete?.(tx, call, row);
  if (danger !== null) await requireRecentSignIn(call.principal, danger, tx);
  await tx.delete(type, uid);
  await auditRows(tx, call, definition, 'delete', { before: row });
  return row;
}
