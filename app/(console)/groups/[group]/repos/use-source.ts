'use client';

import { useQuery } from '@tanstack/react-query';
import { sourceOfQuery } from '#lib/client/resources/registry-sources.ts';
import type { RegistrySource } from '#lib/client/resources/resources.ts';

const BUSY_MS = 1_000;
const RESTING_MS = 15_000;

/** Whether a sync runs or is about to start. */
function isBusy(source: RegistrySource | undefined): boolean {
  const { state, nextSyncTime } = source ?? {};
  return state === 'RUNNING' || Date.parse(nextSyncTime ?? '') <= Date.now();
}

/** The registry source of a group, polled. Null if there is none, undefined while it loads. */
export function useSource(group: string) {
  const result = useQuery({
    ...sourceOfQuery(group),
    refetchInterval: ({ state }) => (isBusy(state.data?.registrySources[0]) ? BUSY_MS : RESTING_MS),
  });
  const source = result.data && (result.data.registrySources[0] ?? null);
  return { ...result, source };
}
