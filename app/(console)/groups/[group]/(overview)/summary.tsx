'use client';

import { useQuery } from '@tanstack/react-query';
import { AdvisoryFigures } from '#app/(console)/groups/[group]/(overview)/advisory-figures.tsx';
import { CountTiles } from '#app/(console)/groups/[group]/(overview)/count-tiles.tsx';
import {
  ExpiringInvites,
  LongUnseen,
  RecentChanges,
  RecentlySeen,
} from '#app/(console)/groups/[group]/(overview)/short-lists.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { groupSummary } from '#lib/client/resources/summary.ts';

const NO_LIMITS = {};

/** Figures of a group and all below it; each links to the list that it counts. */
export function Summary({ uid }: { uid: string }) {
  const result = useQuery(groupSummary(uid));
  const limits = useQuery(groupQuery(uid)).data?.resourceLimits ?? NO_LIMITS;
  const { data } = result;
  if (result.isError && !data) {
    return <QueryProblem title="The figures could not be loaded" query={result} />;
  }
  return (
    <div className="flex flex-col gap-8">
      <CountTiles uid={uid} counts={data?.counts} limits={limits} />
      <div className="grid gap-x-10 gap-y-8 @3xl:grid-cols-2">
        {(!data || data.advisories) && <AdvisoryFigures uid={uid} figures={data?.advisories} />}
        {(!data || data.auditEvents) && <RecentChanges uid={uid} events={data?.auditEvents} />}
        {(!data || data.identities) && <RecentlySeen uid={uid} figures={data?.identities} />}
        {(!data || data.identities) && <LongUnseen uid={uid} figures={data?.identities} />}
        {(!data || data.groupInvites) && <ExpiringInvites uid={uid} figures={data?.groupInvites} />}
      </div>
    </div>
  );
}
