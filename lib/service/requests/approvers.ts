/** Who may answer an access request. */
import { reachOf } from '#lib/access/reach.ts';
import { permissionDenied, refusal } from '#lib/aip/errors.ts';
import { pathUids } from '#lib/aip/uid.ts';
import { standingOf, standingOfMaker, type Maker } from '#lib/auth/matching/blocked.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { GRANTING, isNamed } from '#lib/service/calls/parties.ts';
import { requireAll } from '#lib/service/rules/granting.ts';
import { whereInEffect } from '#lib/store/in-effect.ts';
import { all, grants, isIn } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';
import { areOthers, isOther, personsOf } from './same-person.ts';
import type { AccessRequestRow } from './party.ts';

type Asked = Pick<
  AccessRequestRow,
  'parent' | 'approverIdentities' | 'requesterIdentities' | 'identityUid'
>;

/** So many are asked at most, by name in the answer and by e-mail. */
export const MOST_ASKED = 20;

/** Whether a maker of something still holds what it grants at the group. Null for the operator, who needs no rights. */
export async function stillHolds(
  maker: Maker | null,
  capabilities: readonly Capability[],
  group: string,
): Promise<boolean> {
  if (maker === null) return true;
  const reach = await reachOf(await standingOfMaker(maker));
  return reach.missing([GRANTING, ...capabilities], group).length === 0;
}

/**
 * @throws ApiError FAILED_PRECONDITION `OWN_REQUEST` for whoever asked or would get the role; PERMISSION_DENIED for
 *   whoever is not named to answer, or lacks what it grants.
 */
export async function requireApprover(
  reads: Reads,
  call: Call,
  row: AccessRequestRow,
  capabilities: readonly Capability[],
): Promise<void> {
  if (!(await isOther(reads, call, personsOf(row)))) {
    throw refusal('OWN_REQUEST', 'nobody answers their own request; ask somebody else', row.uid);
  }
  requireAll(call, [GRANTING, ...capabilities], row.parent);
  // The operator stands in for whoever is named.
  if (call.actor !== undefined || isNamed(call, row.approverIdentities)) return;
  throw permissionDenied([GRANTING], row.uid, 'the rule of the request names others to answer');
}

/** Identities of people who may answer now, at most {@link MOST_ASKED}. */
export async function approversOf(
  reads: Reads,
  row: Asked,
  capabilities: readonly Capability[],
): Promise<RowOf<'Identity'>[]> {
  const { parent, approverIdentities } = row;
  const uids = approverIdentities.length > 0 ? approverIdentities : await grantersAt(reads, parent);
  const identities = await reads.getAll('Identity', uids);
  const others = await areOthers(reads, personsOf(row), identities);
  const found: RowOf<'Identity'>[] = [];
  for (const identity of identities.filter((_, index) => others[index])) {
    if (found.length === MOST_ASKED) break;
    const reach = await reachOf(await standingOf([identity.uid]));
    if (reach.missing([GRANTING, ...capabilities], parent).length === 0) found.push(identity);
  }
  return found;
}

/** So many identities are looked at. */
const MOST_GRANTERS = 200;

async function grantersAt(reads: Reads, group: string): Promise<string[]> {
  const whereGranting = all(isIn('parent', pathUids(group)), grants(GRANTING), whereInEffect);
  const bindings = await reads.rows('RoleBinding', whereGranting);
  return [...new Set(bindings.map(({ identityUid }) => identityUid))].slice(0, MOST_GRANTERS);
}
