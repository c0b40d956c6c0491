'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { lowerBound } from '#components/group-tree/locate.ts';
import type { Sibling } from '#lib/client/resources/tree-pages.ts';
import { pageReader, TREE_PAGE_SIZE } from '#lib/client/resources/tree-pages.ts';
import { ROOTS } from '#components/group-tree/rows.ts';
import type { Expanded, ExpansionState } from '#components/group-tree/use-tree.ts';
import { useHydrated } from '#components/ui/hooks/use-hydrated.ts';
import { ancestorsQuery, type Group, groupQuery } from '#lib/client/resources/queries.ts';

export interface Place {
  parent: string;
  index: number;
}

/**
 * The groups from a root of the tree to the last of `path`; empty if the tree does not contain it.
 */
function pathBelow(roots: readonly Group[], path: readonly Group[]): Group[] {
  const way = [...path].sort((a, b) => a.uid.length - b.uid.length);
  const top = way.findIndex(({ uid }) => roots.some((root) => root.uid === uid));
  return top < 0 ? [] : way.slice(top);
}

/**
 * Expands the path to the selected group and reports its position, even for sibling number 9,000: a
 * binary search finds its page, starting from a guess if there is one. Runs again when the group or
 * a name on the path changes.
 */
export function useReveal(
  roots: readonly Group[],
  selected: string | null,
  expand: ExpansionState['expand'],
  guessPage: (uid: string) => number | undefined,
): Place | null {
  const client = useQueryClient();
  // The page delivers the group and its path, but after the tree. An earlier request would load them twice.
  const uid = useHydrated() ? selected : null;
  const { data: group } = useQuery({ ...groupQuery(uid ?? ''), enabled: uid !== null });
  const { data: above } = useQuery({ ...ancestorsQuery(uid ?? ''), enabled: uid !== null });
  const guess = useRef(guessPage);
  useEffect(() => {
    guess.current = guessPage;
  });
  const isArrival = useRef(true);
  const [place, setPlace] = useState<Place | null>(null);

  const way = useMemo(
    () => (group && above ? pathBelow(roots, [...above.groups, group]) : []),
    [roots, above, group],
  );

  useEffect(() => {
    let isCurrent = true;
    const locate = async (parent: string, child: Sibling): Promise<number> => {
      if (parent === ROOTS) return roots.findIndex(({ uid }) => uid === child.uid);
      const found = await lowerBound(
        child,
        TREE_PAGE_SIZE,
        pageReader(client, parent),
        guess.current(child.uid),
      );
      return found?.sibling.uid === child.uid ? found.index : -1;
    };
    const walk = async () => {
      const entries: [string, Expanded][] = [];
      let parent = ROOTS;
      for (const [step, group] of way.entries()) {
        const index = await locate(parent, group);
        if (!isCurrent || index < 0) return;
        if (step === way.length - 1) {
          // Opening a top group shows its children.
          if (step === 0 && isArrival.current) entries.push([group.uid, { parent, page: 0 }]);
          isArrival.current = false;
          expand(entries);
          setPlace({ parent, index });
        }
        entries.push([group.uid, { parent, page: Math.floor(index / TREE_PAGE_SIZE) }]);
        parent = group.uid;
      }
    };
    // A failed request shows as a failed row with its own retry, so it needs no handling here.
    walk().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [way, roots, client, expand]);

  return place;
}
