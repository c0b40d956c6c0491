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
 * How often the invites of a list were accepted, as the record has it since the oldest of them was
 * made; undefined while that is read.
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
    // Beyond one page not every acceptance is known, so that nothing is claimed of any.
    if (!data || data.auditEvents.length < Number(data.totalCount)) return null;
    return acceptancesIn(data.auditEvents);
  }, [data, isLoading]);
}
