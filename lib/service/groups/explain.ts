/**
 * Explains access: the role bindings that grant a capability at a group, from the group itself and
 * the groups above it. The result contains nothing that the caller could not list. Identities,
 * roles and bindings that the caller may not see are left out.
 */
import { z } from 'zod';
import { blockedAt, unconfirmedAmong, withoutEffect } from '#lib/auth/matching/blocked.ts';
import type {
  ExplainAccessRequestJson,
  ExplainAccessResponseJson,
  WhoCanRequestJson,
  WhoCanResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';
import { inOrder } from '#lib/in-order.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { pathUids, rootUid } from '#lib/aip/uid.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import { uid } from '#lib/resources/fields.ts';
import { whereComing, whereInEffect } from '#lib/store/in-effect.ts';
import { all, grants, is, isIn, type Predicate } from '#lib/store/predicates.ts';
import { committed, snapshot, type Reads } from '#lib/store/store.ts';
import { endOf } from '#lib/service/groups/end-of.ts';
import { grantsOf } from '#lib/service/rules/granting.ts';
import { requireCapability, requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { holdsOf } from '#lib/service/calls/sight.ts';
import { auditDenied, requireAt } from '#lib/service/calls/attempt.ts';

const capability = z.enum(CAPABILITIES, { error: 'is not a capability' });

const explainRequest = z.strictObject({
  identityUid: uid,
  groupUid: uid,
  capability: capability.optional(),
});

const whoCanRequest = z.strictObject({ groupUid: uid, capability });

/** More bindings than anyone reads. `truncated` says that there are more. */
const LIMIT = 1_000;
const COMING_LIMIT = 100;

type Binding = RowOf<'RoleBinding'>;

/** Bindings that have an effect at the group and above it, the topmost first. */
function bindingsAt(
  reads: Reads,
  groupUid: string,
  ...more: readonly Predicate<ColumnOf<'RoleBinding'>>[]
): Promise<Binding[]> {
  const whereAtOrAbove = all(isIn('parent', pathUids(groupUid)), whereInEffect, ...more);
  // A group's uid is a prefix of the uids below it.
  const topmost = { column: 'parent', descending: false } as const;
  return reads.inOrder('RoleBinding', whereAtOrAbove, topmost, LIMIT + 1);
}

/** Bindings of an identity that will have an effect at the group, the next first. */
function comingAt(
  reads: Reads,
  groupUid: string,
  ...more: readonly Predicate<ColumnOf<'RoleBinding'>>[]
): Promise<Binding[]> {
  const whereAtOrAbove = all(isIn('parent', pathUids(groupUid)), whereComing, ...more);
  return reads.inOrder(
    'RoleBinding',
    whereAtOrAbove,
    { column: 'startTime', descending: false },
    COMING_LIMIT,
  );
}

/**
 * Explains whether an identity has a capability at a group, and which bindings grant it. Without a
 * capability, returns all that the identity has there, each with its bindings. Callers may ask
 * about themselves; to ask about others they need `role_bindings.list` there.
 *
 * @throws ApiError INVALID_ARGUMENT on `identityUid`, `groupUid`, `capability`.
 */
export async function explainAccess(
  call: Call,
  body: ExplainAccessRequestJson,
): Promise<ExplainAccessResponseJson> {
  const { identityUid, groupUid, capability: name } = checked(explainRequest, body);
  const home = call.principal.keyLimits?.home ?? null;
  // A key does not tell its maker what other organizations give its identity.
  const isFor = home === null || home === rootUid(groupUid);
  const isSelf = isFor && call.principal.identities.includes(identityUid);
  await auditDenied(call, roleBinding, 'list', groupUid, () => {
    requireMet(call.reach.unmet().get(rootUid(groupUid)) ?? []);
    if (!isSelf) requireCapability(call, 'role_bindings.list', groupUid);
  });
  const { rows, coming, granted, blocked, unconfirmed, stopped } = await snapshot(async (reads) => {
    const granting = name === undefined ? [] : [grants(name)];
    const [rows, coming, blockedOnes, unconfirmedOnes] = await inOrder(
      bindingsAt(reads, groupUid, is('identityUid', identityUid), ...granting),
      comingAt(reads, groupUid, is('identityUid', identityUid), ...granting),
      blockedAt(reads, [identityUid], groupUid),
      unconfirmedAmong(reads, [identityUid]),
    );
    const all = [...rows, ...coming];
    const [stopped, granted] = await inOrder(withoutEffect(reads, all), grantsOf(reads, all));
    const unconfirmed = unconfirmedOnes.length > 0;
    return { rows, coming, granted, blocked: blockedOnes.has(identityUid), unconfirmed, stopped };
  });
  const isVisible = (row: Binding) => isSelf || call.reach.holds('role_bindings.list', row.parent);
  const effective = rows.filter((row) => !stopped.has(row.uid));
  // Where none has effect, those that would grant it.
  const shown = effective.length > 0 ? effective : rows;
  const visible = shown.filter(isVisible);
  const asked = name === undefined ? CAPABILITIES : [];
  const capabilities = asked.flatMap((one) => {
    const giving = rows.filter(
      ({ uid }, index) => !stopped.has(uid) && granted[index]?.capabilities.includes(one),
    );
    if (giving.length === 0) return [];
    const seen = giving.filter(isVisible);
    const hidden = giving.length - seen.length;
    const following = coming.filter(
      ({ uid }, index) =>
        !stopped.has(uid) && granted[rows.length + index]?.capabilities.includes(one),
    );
    const roleBindingUids = seen.map((row) => row.uid);
    return [{ capability: one, roleBindingUids, hidden, ...endJson(giving, following) }];
  });
  const willGrant = coming.filter((row) => !stopped.has(row.uid));
  return {
    identityUid,
    groupUid,
    ...(name === undefined
      ? { capabilities }
      : {
          capability: name,
          allowed: effective.length > 0,
          ...endJson(effective, willGrant),
        }),
    ...(blocked && { blocked }),
    ...(unconfirmed && { unconfirmed }),
    roleBindings: visible.map((row) => roleBinding.toJson(row, holdsOf(call))),
    // The answer counts bindings at groups that the caller may not see.
    hidden: shown.length - visible.length,
    comingRoleBindings: willGrant
      .filter(isVisible)
      .map((row) => roleBinding.toJson(row, holdsOf(call))),
  };
}

function endJson(giving: readonly Binding[], coming: readonly Binding[]) {
  const end = endOf(giving, coming);
  return end === null ? {} : { expirationTime: end.toISOString() };
}

/**
 * The bindings through which identities have a capability at a group.
 *
 * @throws ApiError PERMISSION_DENIED without `role_bindings.list` at the group.
 */
export async function whoCan(call: Call, query: WhoCanRequestJson): Promise<WhoCanResponseJson> {
  const { groupUid, capability: name } = checked(whoCanRequest, query);
  await requireAt(call, roleBinding, 'list', 'role_bindings.list', groupUid);
  const rows = await bindingsAt(committed, groupUid, grants(name));
  const stopped = await withoutEffect(committed, rows);
  const page = rows.slice(0, LIMIT).filter((row) => !stopped.has(row.uid));
  const visible = page.filter((row) => call.reach.holds('role_bindings.list', row.parent));
  const identities = new Set(page.map((row) => row.identityUid));
  return {
    groupUid,
    capability: name,
    identityCount: identities.size,
    roleBindings: visible.map((row) => roleBinding.toJson(row, holdsOf(call))),
    hidden: page.length - visible.length,
    truncated: rows.length > LIMIT,
  };
}
