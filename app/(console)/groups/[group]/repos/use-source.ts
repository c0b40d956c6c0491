'use client';

import { useQuery } from '@tanstack/react-query';
import { registrySources } from '#lib/client/resources.ts';

const RUNNING_MS = 1_000;
const RESTING_MS = 15_000;

/** The registry source of a group; null where it has none, undefined while it is read. Kept fresh. */
export function useSource(group: string) {
  const query = registrySources.list({ 'uidp.children_of': group, page_size: '1' });
  const result = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      state.data?.registrySources[0]?.state === 'RUNNING' ? RUNNING_MS : RESTING_MS,
  });
  const source = result.data && (result.data.registrySources[0] ?? null);
  return { ...result, source };
}
