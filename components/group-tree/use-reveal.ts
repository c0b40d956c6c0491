'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { lowerBound, type Sibling } from '#components/group-tree/locate.ts';
import { pathQuery, TREE_PAGE_SIZE, treePage } from '#components/group-tree/pages.ts';
import { ROOTS } from '#components/group-tree/rows.ts';
import type { Expanded, ExpansionState } from '#components/group-tree/use-tree.ts';
import type { Group } from '#lib/client/queries.ts';

/* Pages this young are not asked for again while halving. */
const FRESH_MS = 60_000;

export interface Place {
  parent: string;
  index: number;
}

/** The groups from a root of the tree down to `selected`, or none when the tree does not hold it. */
function pathBelow(roots: readonly Group[], path: readonly Group[], selected: string): Group[] {
  const top = roots.find(({ uid }) => selected === uid || selected.startsWith(`${uid}/`));
  if (!top) return [];
  return path
    .filter(({ uid }) => uid === top.uid || uid.startsWith(`${top.uid}/`))
    .sort((a, b) => a.uid.length - b.uid.length);
}

/**
 * Expands the way to the selected group and tells its place, also when it is sibling number 9,000:
 * its page is found by halving. Runs again when the group or a name on the way changes.
 */
export function useReveal(
  roots: readonly Group[],
  selected: string | null,
  expand: ExpansionState['expand'],
): Place | null {
  const client = useQueryClient();
  const { data: path } = useQuery({ ...pathQuery(selected ?? ''), enabled: selected !== null });
  const [place, setPlace] = useState<Place | null>(null);

  const way = useMemo(
    () => (selected && path ? pathBelow(roots, path, selected) : []),
    [roots, path, selected],
  );

  useEffect(() => {
    let isCurrent = true;
    const locate = async (parent: string, child: Sibling): Promise<number> => {
      if (parent === ROOTS) return roots.findIndex(({ uid }) => uid === child.uid);
      const found = await lowerBound(child, TREE_PAGE_SIZE, (page) =>
        client.fetchQuery({ ...treePage(parent, page), staleTime: FRESH_MS }),
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
          expand(entries);
          setPlace({ parent, index });
        }
        entries.push([group.uid, { parent, page: Math.floor(index / TREE_PAGE_SIZE) }]);
        parent = group.uid;
      }
    };
    // A failed request shows as a failed row with its own retry, so nothing is to be done here.
    walk().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [way, roots, client, expand]);

  return place;
}
