/** Gives a root group an owner, for the operator: nobody in it may be able to. */
import { notFound, refusal } from '#lib/aip/errors.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { blockedAt } from '#lib/auth/matching/blocked.ts';
import type { RoleBindingJson } from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { boundAsOf, roleBinding } from '#lib/resources/role-binding.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { isLasting } from '#lib/service/rules/last-owner.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, is } from '#lib/store/predicates.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';

/**
 * Binds the owner role to the identity, which may be of another organization. A binding without effect
 * gets it again, and one with a beginning or an end has none any more.
 *
 * @throws ApiError NOT_FOUND; FAILED_PRECONDITION `IDENTITY_BLOCKED` or `IDENTITY_UNCONFIRMED`.
 */
export function addOwner(root: string, identityUid: string): Promise<RoleBindingJson> {
  const call = operatorCall(root);
  return transaction(async (tx) => {
    if ((await tx.get('Group', root)) === null) throw notFound('Group', root);
    const { unconfirmedTime } = await tx.existing('Identity', identityUid);
    if (unconfirmedTime !== null) {
      const words = 'the person of the identity has not confirmed it, so that it would own nothing';
      throw refusal('IDENTITY_UNCONFIRMED', words, identityUid);
    }
    if ((await blockedAt(tx, [identityUid], root)).has(identityUid)) {
      const words = 'the identity is blocked, and would own nothing; unblock it first';
      throw refusal('IDENTITY_BLOCKED', words, identityUid);
    }
    const [before] = await ownerBindings(tx, root, identityUid);
    const lasts = before !== undefined && (await isLasting(tx, before));
    if (lasts && before.unconfirmedTime === null) return roleBinding.toJson(before);
    if (before !== undefined) {
      const columns = {
        unconfirmedTime: null,
        startTime: null,
        expirationTime: null,
        boundAs: before.boundAs && boundAsOf(before.identity),
      };
      const after = await tx.update('RoleBinding', before.uid, columns);
      await auditRows(tx, call, roleBinding, 'update', { before, after });
      return roleBinding.toJson(after);
    }
    const after = await tx.insert('RoleBinding', {
      uid: newChildUid(root),
      parent: root,
      identityUid,
      roleUid: builtInRole('owner').uid,
      createTime: new Date(),
    });
    await auditRows(tx, call, roleBinding, 'create', { after });
    return roleBinding.toJson(after);
  });
}

const ownerBindings = (tx: Transaction, root: string, identityUid: string) =>
  tx.rows(
    'RoleBinding',
    all(
      is('parent', root),
      is('identityUid', identityUid),
      is('roleUid', builtInRole('owner').uid),
      whereNotEnded,
    ),
  );
