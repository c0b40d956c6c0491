/** The bindings that the role rules of an identity provider make for one person. */
import { isSameOrBelow } from '#lib/aip/uid.ts';
import type { RoleRule, RowOf } from '#lib/resources/rows.ts';
import { rootsWithoutOwner } from '#lib/service/rules/last-owner.ts';
import { isOfRule } from '#lib/service/rules/rule-bindings.ts';
import { all, is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { addBinding, removeBinding } from './new-people.ts';

export interface ComparedRules {
  matching: readonly RoleRule[];
  /**
   * Rules whose claim the provider keeps elsewhere: their bindings stay, and they make no new ones.
   */
  undecided: readonly RoleRule[];
}

/**
 * Makes the bindings of the rules that match, and removes those that the provider made before and no
 * rule makes now. A role that somebody else bound at the same group stays as it is. The last owner of
 * an organization stays, until a later sign-in finds another one.
 */
export async function applyRoleRules(
  tx: Transaction,
  provider: RowOf<'IdentityProvider'>,
  identityUid: string,
  { matching, undecided }: ComparedRules,
): Promise<void> {
  for (const rule of matching) {
    const { groupUid: parent, roleUid } = rule;
    if (!isSameOrBelow(parent, provider.parent)) continue;
    await addBinding(tx, { parent, identityUid, roleUid, madeBy: { provider, rule } });
  }
  const isOwned = all(is('identityUid', identityUid), is('providerUid', provider.uid));
  for (const binding of await tx.find('RoleBinding', isOwned)) {
    if ([...matching, ...undecided].some((rule) => isOfRule(binding, rule))) continue;
    if ((await rootsWithoutOwner(tx, [binding])).length > 0) continue;
    await removeBinding(tx, binding, provider);
  }
}
