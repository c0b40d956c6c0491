import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { failedPrecondition, invalidField } from '#lib/aip/errors.ts';
import { inOrder } from '#lib/in-order.ts';
import { isRootUid, MAX_GROUP_LEVELS, newChildUid, pathUids } from '#lib/aip/uid.ts';
import { holdsGroup } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { is } from '#lib/store/predicates.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { endBindings, bindingsWhere, notEnded, requireBindingDeletes } from './binding-ends.ts';
import { callAs, founderOf, newOwner, removeFounder } from './founder.ts';
import { leaveShare, recordFounding, shareForFounding } from './founding.ts';
import { endRulesAt } from './rule-bindings.ts';
import type { Rules } from './rules.ts';

const CONTENTS = RESOURCES.filter(({ type }) => holdsGroup(type));

/** "3 identities", "1 child group". */
function counted(count: number, { type, words }: ResourceDefinition): string {
  const word = words[count === 1 ? 0 : 1];
  return `${count} ${type === 'Group' ? `child ${word}` : word}`;
}

export const groupRules: Rules<'Group'> = {
  initial: () => ({ verified: false, resourceLimits: {} }),

  async beforeWrite(tx, call, { uid, before }) {
    if (pathUids(uid).length > MAX_GROUP_LEVELS) {
      throw invalidField('parent_uid', `is ${MAX_GROUP_LEVELS} levels deep, the most there can be`);
    }
    if (before !== null || !isRootUid(uid)) return undefined;
    return { columns: { foundedBy: await shareForFounding(tx, call) } };
  },

  async afterCreate(tx, call, { uid }) {
    if (!isRootUid(uid)) return call;
    await recordFounding(tx, call, uid);
    const owner = await newOwner(tx, call.principal, uid);
    const after = await tx.insert('RoleBinding', {
      uid: newChildUid(uid),
      parent: uid,
      identityUid: owner,
      roleUid: builtInRole('owner').uid,
      // Keys that others made of the identity before do not get it, unless one makes the group.
      byItself: call.principal.key === undefined ? true : null,
      createTime: new Date(),
    });
    const founder = callAs(call, owner);
    await auditRows(tx, founder, roleBinding, 'create', { after });
    return founder;
  },

  async beforeDelete(tx, call, row) {
    const { uid } = row;
    const [bindings, founder, found] = await inOrder(
      bindingsWhere(tx, is('parent', uid)),
      founderOf(tx, call.principal, uid),
      tx.tallies(
        CONTENTS.map(({ type }) => type),
        [uid],
      ),
    );
    requireBindingDeletes(call, await notEnded(tx, bindings), uid);
    const violations = [];
    const counts: Record<string, string> = {};
    const tallies = found.get(uid);
    for (const content of CONTENTS) {
      const { type, collection } = content;
      const { here } = tallies?.get(type) ?? { here: 0 };
      const count = type === 'Identity' && founder !== null ? here - 1 : here;
      if (count < 1) continue;
      counts[collection] = String(count);
      violations.push({
        type: 'RESOURCE_NOT_EMPTY',
        subject: type,
        description: `group ${uid} contains ${counted(count, content)}`,
      });
    }
    if (violations.length > 0) throw failedPrecondition(violations, counts);
    await endRulesAt(tx, call, uid);
    await endBindings(tx, call, bindings);
    if (founder !== null) await removeFounder(tx, call, founder);
    if (isRootUid(uid)) await leaveShare(tx, row);
  },
};
