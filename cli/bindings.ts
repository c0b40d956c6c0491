/** `audit bindings` and `bindings confirm`. */
import { checkUid, rootUid } from '#lib/aip/uid.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { confirmBinding } from '#lib/service/groups/confirm-binding.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { any, is, not } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { parse } from './usage.ts';

/** Prints the bindings that identities of other organizations took themselves, or that have no effect. */
export async function auditBindings(args: string[]): Promise<object[]> {
  const { values } = parse(args, [], { group: { type: 'string' } });
  const root = values.group === undefined ? null : rootUid(checkUid(values.group, '--group'));
  const taken = any(is('byItself', true), not(is('unconfirmedTime', null)));
  const rows = await committed.rows('RoleBinding', taken);
  const listed = rows.filter(
    ({ parent, identityUid }) =>
      rootUid(parent) !== rootUid(identityUid) && (root === null || rootUid(parent) === root),
  );
  return listed.map((row) => {
    const { uid, group, role, identity, byItself } = row;
    const { unconfirmedTime, startTime, expirationTime, createTime } = roleBinding.toJson(row);
    const times = { unconfirmedTime, startTime, expirationTime, createTime };
    return { uid, group, role, identity, byItself: byItself === true, ...times };
  });
}

/** Prints the binding as JSON. */
export async function bindingsConfirm(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['UID'], {});
  const uid = checkUid(positionals[0] ?? '', 'UID');
  return confirmBinding(operatorCall(rootUid(uid)), { uid });
}
