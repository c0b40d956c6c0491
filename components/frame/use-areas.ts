'use client';

import { useQuery } from '@tanstack/react-query';
import { shownAreas, type ShownArea } from '#lib/client/group-areas.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupCounts } from '#lib/client/resources/summary.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** The areas of a group that the person sees, with the tab that is open. */
export function useAreas(group: string, current: GroupTab | null): readonly ShownArea[] {
  const { data: caller } = useQuery(currentCaller());
  const { data: counted } = useQuery({ ...groupCounts(group), enabled: group !== '' });
  const grants = caller?.capabilities;
  return shownAreas({ group, grants, counts: counted?.counts, current });
}
