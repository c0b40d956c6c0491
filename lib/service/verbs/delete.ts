/** Delete: one resource, unless another one still depends on it. */
import { ifMatchAllows } from '#lib/aip/etag.ts';
import { aborted, notFound } from '#lib/aip/errors.ts';
import { checkUid } from '#lib/aip/uid.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import type { Transaction } from '#lib/store/store.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { authorize } from '#lib/service/calls/authorize.ts';
import { writeAs, type Call } from '#lib/service/calls/call.ts';
import { auditDenied } from './denied.ts';
import { sees } from '#lib/service/calls/sight.ts';
import { rulesFor } from '#lib/service/rules/index.ts';
import { dangerOfDelete } from '#lib/service/rules/recent-sign-in.ts';

interface DeleteRequest {
  uid: string;
  ifMatch: string | null;
}

/**
 * @throws ApiError NOT_FOUND; ABORTED for another ETag; FAILED_PRECONDITION while something
 *   depends on it; PERMISSION_DENIED.
 */
export function deleteResource(
  definition: ResourceDefinition,
  call: Call,
  request: DeleteRequest,
): Promise<void> {
  checkUid(request.uid, 'uid');
  return auditDenied(call, definition, 'delete', request.uid, async () => {
    authorize(call, definition, 'delete', request.uid);
    rulesFor(definition.type).beforeChange?.(request);
    await writeAs(call, (tx, current) => {
      authorize(current, definition, 'delete', request.uid);
      return remove(tx, definition, current, request);
    });
  });
}

async function remove(
  tx: Transaction,
  definition: ResourceDefinition,
  call: Call,
  { uid, ifMatch }: DeleteRequest,
): Promise<void> {
  const row = await tx.get(definition.type, uid);
  if (row === null || !sees(definition, call, row)) throw notFound(definition.type, uid);
  const { revision = 1 }: BaseRow = row;
  if (!ifMatchAllows(ifMatch, revision)) throw aborted(`${definition.noun} ${uid}`);
  const danger = await dangerOfDelete(tx, definition.type, row);
  await rulesFor(definition.type).beforeDelete?.(tx, call, row);
  if (danger !== null) await requireRecentSignIn(call.principal, danger, tx);
  await tx.delete(definition.type, uid);
  await auditRows(tx, call, definition, 'delete', { before: row });
}
