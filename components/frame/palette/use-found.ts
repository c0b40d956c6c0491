'use client';

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useMarks } from '#components/resource/use-marks.ts';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import type { Grants } from '#lib/client/access/capabilities.ts';
import { type Names, namesQuery, NO_NAMES } from '#lib/client/resources/names.ts';
import { markedNames } from '#lib/client/session/organizations.ts';
import { find, type Found, type FoundSection, holdersOf } from '#lib/client/search/find.ts';
import { recognize, type Sought } from '#lib/client/search/recognize.ts';
import { folded } from '#lib/resources/names.ts';

/** Milliseconds without typing before a search starts. */
const PAUSE_MS = 150;

const foundQuery = (sought: Sought | null, grants: Grants | undefined) =>
  queryOptions({
    queryKey: ['palette', sought],
    queryFn: ({ signal }) => find(sought as Sought, grants, signal),
    enabled: sought !== null,
  });

export interface FoundHere {
  sections: readonly FoundSection[];
  /** The names of the groups that hold the results, if loaded. */
  holders: ReadonlyMap<string, string>;
  /** Whether a search is due or under way. */
  isLooking: boolean;
  failed: Found['failed'];
  retry: () => void;
}

/**
 * The server's results for the typed text. While a search runs, these are the previous results that
 * still match.
 */
export function useFound(text: string): FoundHere {
  const { data: caller } = useQuery(currentCaller());
  const settled = useDebounced(text, PAUSE_MS);
  const sought = useMemo(() => recognize(settled), [settled]);
  const found = useQuery({
    ...foundQuery(sought, caller?.capabilities),
    placeholderData: keepPreviousData,
  });
  const isCurrent = text === settled && !found.isPlaceholderData;
  const isWorth = recognize(text) !== null;
  const holders = useHolders(sought === null ? undefined : found.data, sought?.kind === 'digest');
  const { data, error } = found;
  const sections = useMemo(() => {
    if (!data || !isWorth) return [];
    return isCurrent ? data.sections : stillFitting(data.sections, folded(text.trim()));
  }, [data, isCurrent, isWorth, text]);
  const failed = useMemo(() => {
    if (!isCurrent || sought === null) return null;
    return error ? { titles: [], error } : (data?.failed ?? null);
  }, [isCurrent, sought, error, data]);
  return {
    sections,
    holders,
    isLooking: isWorth && (!isCurrent || found.isFetching),
    failed,
    retry: () => void found.refetch(),
  };
}

const stillFitting = (sections: readonly FoundSection[], needle: string): FoundSection[] =>
  sections
    .map((section) => ({
      ...section,
      more: null,
      hits: section.hits.filter(({ label, detail }) =>
        folded(`${label} ${detail}`).includes(needle),
      ),
    }))
    .filter(({ hits }) => hits.length > 0);

/** Names of the groups that hold the results; for tags, the names of their repositories. */
function useHolders(found: Found | undefined, areRepos: boolean): Names {
  const uids = useMemo(() => (found ? holdersOf(found) : []), [found]);
  const { data = NO_NAMES } = useQuery(namesQuery(areRepos ? 'repos' : 'groups', uids));
  const marks = useMarks();
  return useMemo(() => markedNames(data, marks), [data, marks]);
}
