'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { Caller } from '#lib/client/session/caller.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { GroupTree } from '#components/group-tree/group-tree.tsx';
import type { ExpansionState } from '#components/group-tree/use-tree.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { groupPath } from '#lib/client/paths.ts';

const WAITING = ['w-28', 'w-36', 'w-24'];

export interface RailTreeProps {
  caller: UseQueryResult<Caller>;
  expansion: ExpansionState;
  onOpen: () => void;
}

/** The tree of the caller's groups, or its placeholder. */
export function RailTree({ caller, expansion, onOpen }: RailTreeProps) {
  const { group, tab } = useScope();
  if (caller.data?.topGroups.length === 0) {
    return <p className="flex-1 px-4 text-sm text-ink-2">No groups yet.</p>;
  }
  if (caller.data) {
    return (
      <GroupTree
        roots={caller.data.topGroups}
        selected={group}
        expansion={expansion}
        hrefOf={(uid) => groupPath(uid, tab ?? 'overview')}
        onOpen={onOpen}
      />
    );
  }
  if (caller.isError) {
    return (
      <QueryProblem
        className="mx-2 mb-auto"
        title="Your groups could not be loaded"
        query={caller}
      />
    );
  }
  return (
    <div role="status" className="flex flex-1 flex-col px-4">
      <span className="sr-only">Loading groups</span>
      {WAITING.map((width) => (
        <div key={width} className="flex h-8 items-center">
          <Skeleton className={`ml-5 h-3 ${width}`} />
        </div>
      ))}
    </div>
  );
}
