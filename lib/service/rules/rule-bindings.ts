/** Role bindings that role rules of identity providers made, and what ends them. */
import { isDeepStrictEqual } from 'node:util';
import { invalidField, refusal } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { isSameOrBelow, pathUids } from '#lib/aip/uid.ts';
import { identityProvider, roleRulesOf } from '#lib/resources/identity-provider.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { RoleRule, RowOf } from '#lib/resources/rows.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { all, is, isIn, mentions } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { bindingsWhere, endBindings, requireBindingDeletes } from './binding-ends.ts';
import { requireRole } from './granting.ts';
import { keepAnOwner } from './last-owner.ts';
import type { Write } from './rules.ts';

type Binding = RowOf<'RoleBinding'>;
type Provider = RowOf<'IdentityProvider'>;

/** True if the rule would make this binding for the same person. */
export const isOfRule = (
  { parent, roleUid }: Pick<Binding, 'parent' | 'roleUid'>,
  rule: RoleRule,
): boolean => rule.groupUid === parent && rule.roleUid === roleUid;

/** The binding as audit records show it: with the provider's name and the rule, if it still exists. */
export function recordedBinding(
  binding: Binding,
  provider: Provider,
  rule = roleRulesOf(provider).find((one) => isOfRule(binding, one)),
): JsonObject {
  return {
    ...roleBinding.toJson(binding),
    provider: { uid: provider.uid, name: provider.name },
    ...(rule !== undefined && { roleRule: { ...rule } }),
  };
}

/**
 * Refuses to change a binding of a role rule, because the next sign-in would make it again.
 *
 * @throws ApiError FAILED_PRECONDITION, MADE_BY_PROVIDER.
 */
export function requireMadeByHand({ uid, providerUid }: Binding): void {
  if (providerUid === null) return;
  throw refusal(
    'MADE_BY_PROVIDER',
    `role binding ${uid} was made by a role rule of identity provider ${providerUid}; change the rule instead`,
    uid,
  );
}

/**
 * Checks that the caller may grant what the new and the changed rules bind. Whoever changes the issuer
 * decides whom all of them match.
 */
export async function requireRules(
  tx: Transaction,
  call: Call,
  { parent, input, before, touches }: Write<'IdentityProvider'>,
): Promise<void> {
  const known = before === null || touches('oidc') ? [] : roleRulesOf(before);
  for (const [index, rule] of (input.roleRules ?? []).entries()) {
    if (known.some((one) => isDeepStrictEqual(one, rule))) continue;
    const { groupUid, roleUid } = rule;
    const field = `roleRules.${index}`;
    const isHere = isSameOrBelow(groupUid, parent) && call.reach.holds('groups.list', groupUid);
    if (!isHere || (await tx.get('Group', groupUid)) === null) {
      throw invalidField(`${field}.groupUid`, "must be the provider's group or one below it");
    }
    await requireRole(tx, call, { roleUid, group: groupUid, field: `${field}.roleUid` });
  }
}

/**
 * Removes the bindings that no rule makes any more, as if each were deleted.
 *
 * @param rules those that remain.
 * @throws ApiError PERMISSION_DENIED, or FAILED_PRECONDITION for the last owner.
 */
export async function endRuleBindings(
  tx: Transaction,
  call: Call,
  provider: Provider,
  rules: readonly RoleRule[],
): Promise<void> {
  const made = await bindingsWhere(tx, is('providerUid', provider.uid));
  const ending = made.filter((binding) => !rules.some((rule) => isOfRule(binding, rule)));
  requireBindingDeletes(call, ending, provider.uid);
  await keepAnOwner(tx, call, ending);
  await endBindings(tx, call, ending, (binding) => recordedBinding(binding, provider));
}

/** Rules end with the group at which they bind, as its bindings do. */
export async function endRulesAt(tx: Transaction, call: Call, group: string): Promise<void> {
  const above = await tx.rows(
    'IdentityProvider',
    all(isIn('parent', pathUids(group)), mentions('roleRules', group)),
  );
  for (const before of above) {
    const rules = roleRulesOf(before);
    const left = rules.filter(({ groupUid }) => groupUid !== group);
    if (left.length === rules.length) continue;
    const columns = { roleRules: left.length === 0 ? null : left, updateTime: new Date() };
    const after = await tx.update('IdentityProvider', before.uid, columns);
    await auditRows(tx, call, identityProvider, 'update', { before, after });
  }
}
