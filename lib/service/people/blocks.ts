/** Blocks and unblocks identities. Nothing is deleted, so that unblocking gives back everything. */
import { z } from 'zod';
import type {
  BlockIdentityRequestJson,
  IdentityJson,
  UnblockIdentityRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { text, uid } from '#lib/resources/fields.ts';
import { identity } from '#lib/resources/identity.ts';
import type { Columns, RowOf } from '#lib/resources/rows.ts';
import { groupToBlockIn, requireMayBlock, requireMayUnblock } from '#lib/service/rules/block.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { ownIdentityIn } from '#lib/auth/own-identity.ts';
import { checked, checkedUid } from '#lib/service/calls/checked.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';
import type { Transaction } from '#lib/store/store.ts';

const blockRequest = z.strictObject({ uid, reason: text(0, 1024).optional() });

interface BlockChange {
  operation: 'block' | 'unblock';
  /** The columns that change; null if the identity is in that state already. */
  columns(row: RowOf<'Identity'>, call: Call): Columns<'Identity'> | null;
  require(tx: Transaction, call: Call, row: RowOf<'Identity'>): Promise<void>;
}

/**
 * From the next request on, the identity grants nothing. If it names its issuer and subject
 * literally, nothing that is granted in the group of the block or below it has effect for the person: in the
 * whole organization, or as far as the caller may block.
 *
 * @returns the identity. Blocking it again changes the reason, and lets the block reach as far as the caller may
 *   block.
 * @throws ApiError PERMISSION_DENIED without `identity.update`, there or where an earlier block has effect,
 *   or without `role_bindings.delete` wherever access ends; NOT_FOUND; FAILED_PRECONDITION `OWN_IDENTITY` or `LAST_OWNER`.
 */
export function blockIdentity(call: Call, body: BlockIdentityRequestJson): Promise<IdentityJson> {
  const { reason = '', uid: named } = checked(blockRequest, body);
  return change(call, named, blockWith(reason));
}

export const blockWith = (reason: string): BlockChange => ({
  operation: 'block',
  require: requireMayBlock,
  columns(row, current) {
    const blockedGroup = groupToBlockIn(current, row);
    const isSame = row.blockReason === reason && row.blockedGroup === blockedGroup;
    if (row.blockedTime !== null && isSame) return null;
    const { principal } = current;
    const blockedBy = ownIdentityIn(principal, row.uid) ?? principal.home;
    return {
      blockedTime: row.blockedTime ?? new Date(),
      blockReason: reason,
      blockedGroup,
      blockedBy,
    };
  },
});

/**
 * Restores the access that the block ended.
 *
 * @returns the identity. Nothing changes if it is not blocked.
 * @throws ApiError PERMISSION_DENIED without `identity.update`, or for a caller who lacks what the
 *   identity's role bindings grant and has not set the block; NOT_FOUND.
 */
export function unblockIdentity(
  call: Call,
  body: UnblockIdentityRequestJson,
): Promise<IdentityJson> {
  return change(call, checkedUid(body), UNBLOCK);
}

export const UNBLOCK: BlockChange = {
  operation: 'unblock',
  require: requireMayUnblock,
  columns: ({ blockedTime }) =>
    blockedTime === null
      ? null
      : { blockedTime: null, blockReason: '', blockedGroup: null, blockedBy: null },
};

function change(call: Call, uid: string, block: BlockChange): Promise<IdentityJson> {
  const check = (current: Call) => requireCapability(current, 'identity.update', uid);
  return changeAs(call, [identity, block.operation, uid], check, async (tx, current) => {
    const { after } = await changeBlock(tx, current, uid, block);
    return identity.toJson(after);
  });
}

/** Blocks or unblocks for a caller who may, in a transaction that others use as well. */
export async function changeBlock(
  tx: Transaction,
  call: Call,
  uid: string,
  { operation, columns, require }: BlockChange,
): Promise<Record<'before' | 'after', RowOf<'Identity'>>> {
  const before = await tx.existing('Identity', uid);
  await require(tx, call, before);
  const changed = columns(before, call);
  if (changed === null) return { before, after: before };
  const after = await tx.update('Identity', uid, { ...changed, updateTime: new Date() });
  await auditRows(tx, call, identity, operation, { before, after });
  return { before, after };
}
