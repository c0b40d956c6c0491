/** Blocks and unblocks identities. Nothing is deleted, so that unblocking gives back everything. */
import { z } from 'zod';
import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { text, uid } from '#lib/resources/fields.ts';
import { identity } from '#lib/resources/identity.ts';
import type { Columns, RowOf } from '#lib/resources/rows.ts';
import { requireMayBlock, requireMayUnblock } from '#lib/service/rules/block.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import { writeAs, type Call } from '#lib/service/calls/call.ts';
import { checked, checkedUid } from '#lib/service/calls/checked.ts';
import { auditDenied } from '#lib/service/verbs/denied.ts';
import type { Transaction } from '#lib/store/store.ts';

const blockRequest = z.strictObject({ uid, reason: text(0, 1024).optional() });

interface Change {
  uid: string;
  operation: 'block' | 'unblock';
  /** The columns that change; null if the identity is in that state already. */
  columns(row: RowOf<'Identity'>): Columns<'Identity'> | null;
  require(tx: Transaction, call: Call, row: RowOf<'Identity'>): Promise<void>;
}

/**
 * From the next request on, the identity grants nothing. If it names its issuer and subject
 * literally, the person can do nothing in its organization.
 *
 * @returns the identity. Blocking it again changes only the reason.
 * @throws ApiError PERMISSION_DENIED without `identity.update`, or without `role_bindings.delete`
 *   wherever access ends; NOT_FOUND; FAILED_PRECONDITION `OWN_IDENTITY` or `LAST_OWNER`.
 */
export function blockIdentity(call: Call, body: JsonObject): Promise<JsonObject> {
  const { reason = '', ...request } = checked(blockRequest, body);
  return change(call, {
    ...request,
    operation: 'block',
    require: requireMayBlock,
    columns: ({ blockedTime, blockReason }) =>
      blockedTime !== null && blockReason === reason
        ? null
        : { blockedTime: blockedTime ?? new Date(), blockReason: reason },
  });
}

/**
 * Restores the access that the block ended.
 *
 * @returns the identity. Nothing changes if it is not blocked.
 * @throws ApiError PERMISSION_DENIED without `identity.update`, or for a caller who lacks what the
 *   identity's role bindings grant; NOT_FOUND.
 */
export function unblockIdentity(call: Call, body: JsonObject): Promise<JsonObject> {
  return change(call, {
    uid: checkedUid(body),
    operation: 'unblock',
    require: requireMayUnblock,
    columns: ({ blockedTime }) =>
      blockedTime === null ? null : { blockedTime: null, blockReason: '' },
  });
}

function change(call: Call, asked: Change): Promise<JsonObject> {
  return auditDenied(call, identity, asked.operation, asked.uid, async () => {
    requireCapability(call, 'identity.update', asked.uid);
    return writeAs(call, (tx, current) => {
      requireCapability(current, 'identity.update', asked.uid);
      return write(tx, current, asked);
    });
  });
}

async function write(
  tx: Transaction,
  call: Call,
  { uid: identityUid, operation, columns, require }: Change,
): Promise<JsonObject> {
  const before = await tx.get('Identity', identityUid);
  if (before === null) throw notFound('Identity', identityUid);
  await require(tx, call, before);
  const changed = columns(before);
  if (changed === null) return identity.toJson(before);
  const after = await tx.update('Identity', identityUid, { ...changed, updateTime: new Date() });
  await auditRows(tx, call, identity, operation, { before, after });
  return identity.toJson(after);
}
