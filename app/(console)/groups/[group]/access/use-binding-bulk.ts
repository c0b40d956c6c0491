'use client';

import { useQueryClient } from '@tanstack/react-query';
import { noRemoveReason } from '#app/(console)/groups/[group]/access/binding-words.ts';
import type { BulkAction } from '#components/resource-table/bulk/bulk-action.ts';
import { later } from '#components/ui/later.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import type { Grants } from '#lib/client/access/capabilities.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';

const AmongBindings = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/keep-an-owner.ts')).AmongBindings,
}));

/** Removes several bindings at once. */
export function useBindingBulk(grants: Grants | undefined): BulkAction<RoleBinding> {
  const client = useQueryClient();
  return {
    noun: ['role binding', 'role bindings'],
    verb: 'Remove',
    done: 'removed',
    impact: 'People whose access depends on these bindings lose it immediately.',
    requestOf: ({ uid }) => roleBindings.removal(uid),
    undone: 'granted again',
    Guard: AmongBindings,
    missing: (binding) => noRemoveReason(binding, grants),
    onDone: () => refreshAccess(client),
  };
}
