/**
 * What identities may take by themselves: request rules by which nobody has to approve. Whoever becomes the person of an
 * identity gets that with its roles.
 */
import { isSameOrBelow } from '#lib/aip/uid.ts';
import type { Grant } from '#lib/store/handles.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, below, is, isIn } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';

/** @param root the organization whose rules count. */
export async function takeableBy(
  reads: Reads,
  identityUids: readonly string[],
  root: string,
): Promise<Grant[]> {
  const rules = await reads.rows('RequestRule', all(below(root), is('approvals', 0)));
  if (rules.length === 0) return [];
  const whereTheirs = all(isIn('identityUid', identityUids), whereNotEnded);
  const bindings = await reads.rows('RoleBinding', whereTheirs);
  const theirs = rules.filter(
    ({ parent: group, requesterIdentities, requesterRoles }) =>
      requesterIdentities.some((one) => identityUids.includes(one)) ||
      bindings.some(
        ({ parent, roleUid }) => requesterRoles.includes(roleUid) && isSameOrBelow(group, parent),
      ),
  );
  const uids = [...new Set(theirs.flatMap(({ roles }) => roles))];
  const roles = new Map((await reads.getAll('Role', uids)).map((role) => [role.uid, role]));
  return theirs.flatMap(({ parent: group, roles: offered }) =>
    offered.map((uid) => ({ group, capabilities: roles.get(uid)?.capabilities ?? [] })),
  );
}
