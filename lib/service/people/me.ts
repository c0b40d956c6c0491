/** Describes the caller, and what the caller may do. */
import type { CallerJson } from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import { inOrder } from '#lib/in-order.ts';
import { mapInParts } from '#lib/parts.ts';
import { group } from '#lib/resources/group.ts';
import { identity } from '#lib/resources/identity.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { whereInEffect } from '#lib/store/in-effect.ts';
import { all, isIn, type Predicate } from '#lib/store/predicates.ts';
import { snapshot, type Reads } from '#lib/store/store.ts';
import { ownOrganizations } from '#lib/service/people/own-organizations.ts';
import { maySeeSystem, SYSTEM_VIEW } from '#lib/service/system/viewers.ts';
import type { Call } from '#lib/service/calls/call.ts';

/** The maximum in a response. The lists return the rest. */
const LIMIT = 200;

async function rows<Json>(
  reads: Reads,
  definition: ResourceDefinition<Json>,
  where: Predicate,
  column: string,
): Promise<Json[]> {
  const order = { column, descending: false };
  const found = await reads.inOrder(definition.type, where, order, LIMIT);
  return found.map((row) => definition.toJson(row));
}

/**
 * The caller's identities, organizations and bindings, the topmost groups that they reach and, by group, the
 * capabilities that bindings there grant at and below it; the capabilities on the installation itself;
 * and the unmet conditions of the policies of organizations.
 */
export async function describeCaller(call: Call): Promise<CallerJson> {
  const { principal, reach } = call;
  const { issuer, subject, email, withheldEmail, name, via, identities } = principal;
  const unmet = [...reach.unmet().values()].flat();
  const givesAccess = all(
    isIn('identityUid', identities),
    whereInEffect,
    isIn('parent', [...reach.grants.keys()]),
  );
  const capabilities = await mapInParts([...reach.grants], ([uid, granted]) => [
    uid,
    [...granted].sort(),
  ]);
  const reading = snapshot((reads) =>
    inOrder(
      ownOrganizations(reads, call),
      rows(reads, identity, isIn('uid', identities), 'uid'),
      rows(reads, roleBinding, givesAccess, 'uid'),
      rows(reads, group, isIn('uid', reach.topGroups('groups.list')), 'name'),
    ),
  );
  const [maySee, [organizations, ownIdentities, roleBindings, topGroups]] = await inOrder(
    maySeeSystem(call),
    reading,
  );
  return {
    principal: {
      issuer,
      subject,
      email: email ?? '',
      ...(withheldEmail !== undefined && { withheldEmail }),
      name: name ?? '',
      via,
    },
    systemCapabilities: maySee ? [SYSTEM_VIEW] : [],
    unmetPolicies: unmet.map(({ type, subject = '', description }) => ({
      type,
      groupUid: subject,
      description,
    })),
    organizations,
    identities: ownIdentities,
    roleBindings,
    topGroups,
    capabilities: Object.fromEntries(capabilities),
  };
}
