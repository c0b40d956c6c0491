import { isDeepStrictEqual } from 'node:util';
import { failedPrecondition } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, any, below, is, mentions } from '#lib/store/predicates.ts';
import { bindingsWhere, endBindings } from './binding-ends.ts';
import { requireAll } from './granting.ts';
import type { Rules } from './rules.ts';

export const roleRules: Rules<'Role'> = {
  async beforeWrite(_tx, call, { parent, input: { capabilities }, before }) {
    // A new name or description grants nothing.
    if (!isDeepStrictEqual(capabilities, before?.capabilities)) {
      requireAll(call, capabilities, parent);
    }
    return undefined;
  },

  async beforeDelete(tx, call, { uid }) {
    const whereOfRole = is('roleUid', uid);
    const kept = await tx.uids('RoleBinding', all(whereOfRole, whereNotEnded), 'uid');
    const providers = await tx.rows(
      'IdentityProvider',
      all(below(rootUid(uid)), any(is('defaultRole', uid), mentions('roleRules', uid))),
    );
    const named = providers.filter(
      ({ defaultRole, roleRules }) =>
        defaultRole === uid || roleRules?.some(({ roleUid }) => roleUid === uid),
    );
    const whereNamed = any(mentions('roles', uid), mentions('requesterRoles', uid));
    const rules = await tx.uids('RequestRule', all(below(rootUid(uid)), whereNamed), 'uid');
    const policy = await tx.first('Policy', is('uid', rootUid(uid)));
    const isTimed = policy?.timedRoles.includes(uid) === true;
    const uses: readonly (readonly [number, string])[] = [
      [kept.length, 'role bindings'],
      [await tx.count('GroupInvite', is('roleUid', uid)), 'invites'],
      [await tx.count('IdentityKey', is('roleUid', uid)), 'keys'],
      [named.length, 'identity providers'],
      [rules.length, 'request rules'],
      [isTimed ? 1 : 0, 'policies'],
    ];
    const violations = uses
      .filter(([count]) => count > 0)
      .map(([count, what]) => ({
        type: 'RESOURCE_IN_USE',
        subject: uid,
        description: `role ${uid} is used by ${count} ${what}`,
      }));
    if (violations.length > 0) throw failedPrecondition(violations);
    await endBindings(tx, call, await bindingsWhere(tx, whereOfRole));
  },
};
