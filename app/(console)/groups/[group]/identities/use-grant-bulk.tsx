'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserKey } from 'lucide-react';
import { useState } from 'react';
import type { Grants } from '#app/(console)/groups/[group]/identities/grant-fields.tsx';
import type { Chosen } from '#components/resource-picker/several-picker.tsx';
import type { BulkAction, BulkPart } from '#components/resource-table/bulk/bulk-action.ts';
import { later } from '#components/ui/later.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { type Identity, type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';
import type { Caller } from '#lib/client/session/caller.ts';

const GrantFields = later(
  () => import('#app/(console)/groups/[group]/identities/grant-fields.tsx'),
);

const NOTHING: readonly Chosen[] = [];

/** Grants roles on groups to several identities at once. Begins with the group where one stands. */
export function useGrantBulk(caller: Caller | undefined, group: string): BulkAction<Identity> {
  const client = useQueryClient();
  const { data: here } = useQuery(groupQuery(group));
  const [changed, setChanged] = useState<{ group: string; grants: Grants } | null>(null);
  const start: Grants = { groups: [{ uid: group, name: here?.name ?? group }], roles: NOTHING };
  const grants = changed?.group === group ? changed.grants : start;
  const { groups, roles, ttl } = grants;
  const bodyOf = (identityUid: string, roleUid = '') => ({
    identityUid,
    roleUid,
    ...(ttl !== undefined && { ttl }),
  });
  const partOf = (to: Chosen, at: Chosen, role: Chosen): BulkPart => ({
    id: [to.uid, at.uid, role.uid].join(' '),
    name: `${to.name}: ${role.name} on ${at.name}`,
    request: { method: 'POST', path: roleBindings.pathOf(at.uid), body: bodyOf(to.uid, role.uid) },
  });
  return {
    noun: ['identity', 'identities'],
    verb: 'Grant access to',
    label: 'Grant access',
    done: 'created',
    partNoun: ['role binding', 'role bindings'],
    icon: UserKey,
    isSafe: true,
    isListed: true,
    impact: (
      <GrantFields grants={grants} onChange={(next) => setChanged({ group, grants: next })} />
    ),
    notYet:
      (groups.length === 0 && 'Choose a group first') ||
      groups
        .map(({ uid }) => missingReason(caller?.capabilities, uid, 'role_bindings.create'))
        .find((reason) => reason !== false) ||
      (roles.length === 0 && 'Choose a role first'),
    requestOf: ({ uid }) => ({
      method: 'POST',
      path: roleBindings.pathOf(groups[0]?.uid ?? group),
      body: bodyOf(uid, roles[0]?.uid),
    }),
    partsOf:
      groups.length === 0 || roles.length === 0
        ? undefined
        : (row) => groups.flatMap((at) => roles.map((role) => partOf(row, at, role))),
    changed: (_, binding) => (binding as RoleBinding).uid,
    undone: 'removed again',
    missing: () => false,
    onDone: () => refreshAccess(client),
  };
}
