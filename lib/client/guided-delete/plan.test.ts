import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Doomed, holdsOwnRole, planDeletion } from '#lib/client/guided-delete/plan.ts';

const ROOT = '0'.repeat(40);
const a = `${ROOT}/aaaaaaaaaaaaaaaa`;
const b = `${a}/bbbbbbbbbbbbbbbb`;
const thing = (collection: string, uid: string): Doomed => ({ collection, uid, name: uid });
const within = (parent: string, digit: string) => `${parent}/${digit.repeat(16)}`;

describe('planDeletion', () => {
  it('has the deepest groups first and, in each, roles after what uses them', () => {
    const items = [
      thing('groups', a),
      thing('identities', within(a, '1')),
      thing('roles', within(a, '2')),
      thing('roleBindings', within(a, '3')),
      thing('groupInvites', within(a, '4')),
      thing('identityProviders', within(a, '5')),
      thing('accountAssociations', within(a, '6')),
      thing('groups', b),
      thing('roles', within(b, '7')),
    ];
    const plan = planDeletion(items);
    expect(plan.map(({ group }) => group.uid)).toEqual([b, a]);
    expect(plan[1]?.stages.flat().map(({ collection }) => collection)).toEqual([
      'groupInvites',
      'identityProviders',
      'accountAssociations',
      'roleBindings',
      'roles',
      'identities',
    ]);
    expect(plan[0]?.stages).toEqual([[items[8]]]);
  });

  it('leaves out what lies in none of the groups', () => {
    expect(planDeletion([thing('groups', b), thing('roles', within(a, '1'))])).toEqual([
      { group: thing('groups', b), stages: [] },
    ]);
  });

  it('never has a group before one below it, whatever the order of what was read', () => {
    const path = fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 5 });
    const uidOf = (digits: readonly string[]) =>
      digits.reduce((parent, digit) => within(parent, digit), ROOT);
    fc.assert(
      fc.property(fc.uniqueArray(path, { selector: uidOf }), (paths) => {
        const plan = planDeletion(paths.map((digits) => thing('groups', uidOf(digits))));
        const uids = plan.map(({ group }) => group.uid);
        expect(uids).toHaveLength(paths.length);
        for (const [index, uid] of uids.entries()) {
          expect(uids.slice(index + 1).some((later) => later.startsWith(`${uid}/`))).toBe(false);
        }
      }),
    );
  });
});

describe('holdsOwnRole', () => {
  it('is true only of a binding beside its role', () => {
    const role = { uid: within(a, '2') };
    expect(holdsOwnRole({ uid: within(a, '3'), role })).toBe(true);
    expect(holdsOwnRole({ uid: within(b, '3'), role })).toBe(false);
    expect(holdsOwnRole({ uid: within(ROOT, '3'), role: { uid: 'f'.repeat(40) } })).toBe(false);
  });
});
