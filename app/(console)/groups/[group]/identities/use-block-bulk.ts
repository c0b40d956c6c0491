'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import type { BulkAction } from '#components/resource-table/bulk/bulk-action.ts';
import { later } from '#components/ui/later.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { blockRequest } from '#lib/client/resources/blocks.ts';
import { identities, type Identity } from '#lib/client/resources/resources.ts';
import type { Caller } from '#lib/client/session/caller.ts';

export const AmongIdentities = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/keep-an-owner.ts')).AmongIdentities,
}));

/** Blocks several identities at once. */
export function useBlockBulk(caller: Caller | undefined): BulkAction<Identity> {
  const client = useQueryClient();
  return {
    noun: ['identity', 'identities'],
    verb: 'Block',
    done: 'blocked',
    icon: Ban,
    impact:
      'From the next request on, these identities grant nothing. They keep their role bindings and keys: unblocking gives everything back.',
    requestOf: ({ uid }) => blockRequest(uid, ''),
    undone: 'unblocked',
    Guard: AmongIdentities,
    missing: ({ uid, blockedTime }) =>
      missingReason(caller?.capabilities, uid, 'identity.update') ||
      ((caller?.identities.some((own) => own.uid === uid) ?? false) && 'This is you') ||
      (blockedTime !== undefined && 'It is already blocked'),
    onDone: () => {
      identities.refresh(client);
      void client.invalidateQueries({ queryKey: ['access'] });
    },
  };
}
