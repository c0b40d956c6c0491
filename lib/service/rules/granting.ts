/** Checks that callers grant no capabilities that they do not have. */
import type { Capability } from '#lib/resources/capabilities.ts';
import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { invalidArgument, permissionDenied, type FieldViolation } from '#lib/aip/errors.ts';
import { isSameOrBelow, rootUid } from '#lib/aip/uid.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import type { Grant } from '#lib/store/handles.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { requireCapability, requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { takeableBy } from './takeable.ts';

/**
 * @param holder the identity that holds them there, if the caller may not know of the group.
 * @throws ApiError PERMISSION_DENIED that names the capabilities that the caller lacks at the group.
 */
export function requireAll(
  call: Call,
  capabilities: readonly Capability[],
  group: string,
  holder?: string,
): void {
  const missing = call.reach.missing(capabilities, group);
  const [first] = missing;
  if (first === undefined) return;
  requireMet(call.reach.unmetAt(first, group));
  if (holder !== undefined && !call.reach.holds('groups.list', group)) {
    throw permissionDenied(
      ['role_bindings.create'],
      holder,
      'this identity may do more than you, in groups that you cannot see',
    );
  }
  throw permissionDenied(
    missing,
    group,
    `this grants ${missing.join(', ')}, which you do not hold on ${group}`,
  );
}

/**
 * Whoever decides which tokens match an identity, or makes a key of it, grants all of its roles in its
 * organization, with those that begin later.
 *
 * @param within the only capabilities that count; all unless given.
 * @throws ApiError as {@link requireAll}.
 */
export async function requireItsGrants(
  tx: Transaction,
  call: Call,
  identityUid: string,
  within?: ReadonlySet<Capability>,
): Promise<void> {
  for (const { group, capabilities } of await tx.grants([identityUid], { withComing: true })) {
    if (rootUid(group) !== rootUid(identityUid)) continue;
    requireAll(call, narrowed(capabilities, within), group, identityUid);
  }
}

const narrowed = (capabilities: readonly Capability[], within?: ReadonlySet<Capability>) =>
  capabilities.filter((capability) => within?.has(capability) ?? true);

/**
 * Whoever decides which tokens match an identity can also take what it may take.
 *
 * @throws ApiError as {@link requireAll}.
 */
export async function requireItsOffers(
  tx: Transaction,
  call: Call,
  identityUid: string,
): Promise<void> {
  const offers = await takeableBy(tx, [identityUid], rootUid(identityUid));
  for (const { group, capabilities } of offers) requireAll(call, capabilities, group, identityUid);
}

/**
 * Whether the caller lacks some of what other organizations have given the identity. Bindings without
 * effect count as well, since an owner there may confirm them later.
 */
export async function lacksElsewhere(
  tx: Transaction,
  { reach }: Call,
  identityUid: string,
  within?: ReadonlySet<Capability>,
): Promise<boolean> {
  const isElsewhere = (group: string) => rootUid(group) !== rootUid(identityUid);
  const waiting = all(
    is('identityUid', identityUid),
    not(is('unconfirmedTime', null)),
    whereNotEnded,
  );
  const unconfirmed = await grantsOf(tx, await tx.rows('RoleBinding', waiting));
  const given = [...(await tx.grants([identityUid], { withComing: true })), ...unconfirmed];
  return given.some(
    ({ group, capabilities }) =>
      isElsewhere(group) && reach.missing(narrowed(capabilities, within), group).length > 0,
  );
}

/** The group and the capabilities of each binding, in the same order. */
export async function grantsOf(
  reads: Reads,
  bindings: readonly RowOf<'RoleBinding'>[],
): Promise<Grant[]> {
  const roles = await reads.getAll('Role', [...new Set(bindings.map(({ roleUid }) => roleUid))]);
  const granted = new Map(roles.map(({ uid, capabilities }) => [uid, capabilities]));
  return bindings.map(({ parent: group, roleUid }) => ({
    group,
    capabilities: granted.get(roleUid) ?? [],
  }));
}

/** The role, if the caller sees it and it can be used at the group; else null. */
export async function usableRole(
  tx: Transaction,
  call: Call,
  roleUid: string,
  group: string,
): Promise<RowOf<'Role'> | null> {
  const role = await tx.get('Role', roleUid);
  if (role === null) return null;
  const inSight = isBuiltInRole(roleUid) || call.reach.holds('roles.list', roleUid);
  const isHere = role.parent === null || isSameOrBelow(group, role.parent);
  return inSight && isHere ? role : null;
}

interface Granted {
  roleUid: string;
  group: string;
  field: string;
  /** Those of other fields, to report with those of the role. */
  problems?: readonly FieldViolation[];
}

/**
 * Checks that the caller may grant the role at the group.
 *
 * @throws ApiError INVALID_ARGUMENT on `field`, with the same message whether the
 *   role does not exist, is not visible, or belongs to a group elsewhere.
 */
export async function requireRole(
  tx: Transaction,
  call: Call,
  { roleUid, group, field, problems = [] }: Granted,
): Promise<void> {
  requireCapability(call, 'role_bindings.create', group);
  const role = await usableRole(tx, call, roleUid, group);
  if (role === null) {
    const description = 'is not a role that can be bound here';
    throw invalidArgument([...problems, { field, description }]);
  }
  if (problems.length > 0) throw invalidArgument(problems);
  requireAll(call, role.capabilities, group);
}
