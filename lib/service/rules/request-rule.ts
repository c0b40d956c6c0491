import { invalidField, refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { representativeAt } from '#lib/auth/own-identity.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { below } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireRole, usableRole } from './granting.ts';
import { requireNoKey } from './no-key.ts';
import { patternViolations } from './pattern-violations.ts';
import type { Rules, Write } from './rules.ts';

/** In an organization. Each is read when somebody below its group asks for what they may ask. */
export const MAX_REQUEST_RULES = 200;

type RuleWrite = Write<'RequestRule'>;

const LISTS = ['requesterIdentities', 'approverIdentities'] as const;

/** @throws ApiError INVALID_ARGUMENT on the first role that cannot be used, PERMISSION_DENIED for what the caller lacks. */
async function requireRoles(tx: Transaction, call: Call, { parent, input }: RuleWrite) {
  for (const [index, roleUid] of input.roles.entries()) {
    await requireRole(tx, call, { roleUid, group: parent, field: `roles.${index}` });
  }
  for (const [index, roleUid] of (input.requesterRoles ?? []).entries()) {
    if ((await usableRole(tx, call, roleUid, parent)) !== null) continue;
    throw invalidField(`requesterRoles.${index}`, 'is not a role that can be used here');
  }
}

/** Those that were named before stay: they may be gone, or out of the caller's sight. */
async function requireIdentities(
  tx: Transaction,
  call: Call,
  { parent, input, before }: RuleWrite,
) {
  for (const list of LISTS) {
    for (const [index, uid] of (input[list] ?? []).entries()) {
      if (before?.[list].includes(uid) === true) continue;
      const isSeen =
        call.principal.identities.includes(uid) || call.reach.holds('identity.list', uid);
      const isHere = isSeen && rootUid(uid) === rootUid(parent);
      if (isHere && (await tx.get('Identity', uid)) !== null) continue;
      throw invalidField(`${list}.${index}`, 'is not an identity of this organization');
    }
  }
}

async function requireFewer(tx: Transaction, parent: string): Promise<void> {
  const root = rootUid(parent);
  if ((await tx.count('RequestRule', below(root))) < MAX_REQUEST_RULES) return;
  const words = `the organization has ${MAX_REQUEST_RULES} request rules already; delete one first`;
  throw refusal('TOO_MANY_REQUEST_RULES', words, root);
}

/** The caller's identities, the one that represents them first. Null for an operator, who needs no rights. */
function makerOf({ actor, principal }: Call, parent: string): string[] | null {
  if (actor !== undefined) return null;
  const own = representativeAt(principal, parent);
  const others = principal.identities.filter((uid) => uid !== own);
  return own === null ? others : [own, ...others];
}

/**
 * A rule grants for its maker, so that nobody hands out more by it than they hold. Whoever changes it in any
 * way vouches for all of it from then on.
 */
export const requestRuleRules: Rules<'RequestRule'> = {
  violations: ({ reasonPattern }) => patternViolations([['reasonPattern', reasonPattern]]),

  async beforeWrite(tx, call, write) {
    const { parent, before } = write;
    requireNoKey(call, 'make or change request rules');
    await requireRoles(tx, call, write);
    await requireIdentities(tx, call, write);
    if (before === null) await requireFewer(tx, parent);
    return { columns: { makerIdentities: makerOf(call, parent) } };
  },
};
