/** What request rules let a caller ask for. They keep quiet about rules that say nothing about the caller. */
import { isSameOrBelow, pathUids, rootUid } from '#lib/aip/uid.ts';
import { isBlockedAt } from '#lib/auth/matching/blocked.ts';
import type { Principal } from '#lib/auth/principal.ts';
import type {
  ListAccessOffersRequestJson,
  ListAccessOffersResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import { reference } from '#lib/resources/references.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { uid } from '#lib/resources/fields.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import { unmetAt, type Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { whereInEffect } from '#lib/store/in-effect.ts';
import { all, isIn } from '#lib/store/predicates.ts';
import { snapshot, type Reads } from '#lib/store/store.ts';
import { z } from 'zod';

export type Rule = RowOf<'RequestRule'>;

/** A key that is narrower than its identity must not widen what the identity has. */
const mayAskAt = ({ blockedIn, within }: Principal, group: string): boolean =>
  within === undefined && !isBlockedAt(blockedIn, group);

/**
 * The rules for the group by which the caller may ask.
 *
 * @throws ApiError FAILED_PRECONDITION if the caller does not meet the policy of the organization.
 */
export async function rulesAt(reads: Reads, call: Call, group: string): Promise<Rule[]> {
  const { principal, reach } = call;
  requireMet(reach.unmet().get(rootUid(group)) ?? []);
  if (!mayAskAt(principal, group)) return [];
  const path = pathUids(group);
  const rules = await reads.rows('RequestRule', isIn('parent', path));
  if (rules.length === 0) return [];
  const identities = [...new Set([...principal.identities, ...principal.ownIdentities])];
  const whereTheirs = all(isIn('identityUid', identities), isIn('parent', path), whereInEffect);
  const bindings = await reads.rows('RoleBinding', whereTheirs);
  const theirs = rules.filter(
    (rule) =>
      rule.requesterIdentities.some((one) => identities.includes(one)) ||
      bindings.some(
        ({ parent, roleUid }) =>
          rule.requesterRoles.includes(roleUid) && isSameOrBelow(rule.parent, parent),
      ),
  );
  // A rule may name somebody without a role. Nobody else learns of the policy.
  if (theirs.length > 0) requireMet(await unmetAt(reads, call, rootUid(group)));
  return theirs;
}

const request = z.strictObject({ groupUid: uid });

/** @throws ApiError INVALID_ARGUMENT; FAILED_PRECONDITION as {@link rulesAt}. */
export async function listOffers(
  call: Call,
  body: ListAccessOffersRequestJson,
): Promise<ListAccessOffersResponseJson> {
  const { groupUid } = checked(request, body);
  return snapshot(async (reads) => {
    const exists = (await reads.get('Group', groupUid)) !== null;
    const rules = exists ? await rulesAt(reads, call, groupUid) : [];
    const uids = [...new Set(rules.flatMap((rule) => rule.roles))];
    const roles = new Map((await reads.getAll('Role', uids)).map((role) => [role.uid, role]));
    const offers = rules.map((rule) => ({
      ruleUid: rule.uid,
      name: rule.name,
      description: rule.description,
      roles: rule.roles.flatMap((one) => {
        const role = roles.get(one);
        return role === undefined ? [] : [reference(role)];
      }),
      maxDuration: `${rule.maxDuration}s`,
      reasonRequired: rule.reasonRequired,
      reasonPattern: rule.reasonPattern,
      approvals: rule.approvals,
      secondFactor: rule.secondFactor,
      emergency: rule.emergency,
    }));
    return { offers };
  });
}
