'use client';

import { useQueryClient } from '@tanstack/react-query';
import { UserKey } from 'lucide-react';
import { useState } from 'react';
import type { Grant } from '#app/(console)/groups/[group]/identities/grant-fields.tsx';
import type { BulkAction } from '#components/resource-table/bulk/bulk-action.ts';
import { later } from '#components/ui/later.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { type Identity, type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';
import type { Caller } from '#lib/client/session/caller.ts';

const GrantFields = later(
  () => import('#app/(console)/groups/[group]/identities/grant-fields.tsx'),
);

/** Grants a role to several identities at once. */
export function useGrantBulk(caller: Caller | undefined, group: string): BulkAction<Identity> {
  const client = useQueryClient();
  const [grant, setGrant] = useState<Grant>({ group, role: null });
  return {
    noun: ['identity', 'identities'],
    verb: 'Grant access to',
    label: 'Grant access',
    done: 'granted access',
    icon: UserKey,
    isSafe: true,
    impact: <GrantFields grant={grant} onChange={setGrant} />,
    notYet:
      missingReason(caller?.capabilities, grant.group, 'role_bindings.create') ||
      (grant.role === null && 'Choose a role first'),
    requestOf: ({ uid }) => ({
      method: 'POST',
      path: roleBindings.pathOf(grant.group),
      body: { identityUid: uid, roleUid: grant.role ?? '' },
    }),
    changed: (_, binding) => (binding as RoleBinding).uid,
    undone: 'without the role again',
    missing: () => false,
    onDone: () => refreshAccess(client),
  };
}
