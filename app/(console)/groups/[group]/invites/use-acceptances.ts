'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type Acceptances,
  acceptancesIn,
  acceptancesQuery,
} from '#app/(console)/groups/[group]/invites/invite-state.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { isGranted } from '#lib/client/access/capabilities.ts';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import type { GroupInvite } from '#lib/client/resources/resources.ts';

/**
 * The number of acceptances of each invite in a list, from the audit log since the oldest one was
 * created; undefined while it loads.
 */
export function useAcceptances(
  group: string,
  scope: ListScope,
  rows: readonly GroupInvite[] | undefined,
): Acceptances | undefined {
  const { data: caller } = useQuery(currentCaller());
  const mayRead = caller !== undefined && isGranted(caller.capabilities, group, 'audit.list');
  const { data, isLoading } = useQuery({
    ...acceptancesQuery(group, scope, rows),
    enabled: mayRead && rows !== undefined && rows.length > 0,
  });
  return useMemo(() => {
    if (isLoading) return undefined;
    // One page may not hold every acceptance, so no invite is reported as unused.
    if (!data || data.auditEvents.length < Number(data.totalCount)) return null;
    return acceptancesIn(data.auditEvents);
  }, [data, isLoading]);
}
