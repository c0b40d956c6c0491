import type { QueryClient } from '@tanstack/react-query';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { GroupOverview } from '#app/(console)/groups/[group]/(overview)/group-overview.tsx';
import { latestIdentitiesQuery } from '#app/(console)/groups/[group]/(overview)/first-steps/steps.ts';
import { readCaller } from '#app/(console)/caller.ts';
import { areStepsFinished } from '#components/frame/preferences/first-steps.ts';
import { STEPS_COOKIE } from '#components/frame/preferences/preferences.ts';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { changesQuery } from '#lib/client/activity/audit-subjects.ts';
import { isOwner } from '#lib/client/access/owner.ts';
import { parentUid, uidOfSegment } from '#lib/client/paths.ts';
import { domainsQuery } from '#lib/client/resources/domains.ts';
import { policyQuery } from '#lib/client/resources/policy.ts';
import { sourcesBelowQuery } from '#lib/client/resources/registry-sources.ts';
import { personOf } from '#lib/client/session/caller.ts';
import { groupSummary } from '#lib/client/resources/summary.ts';

async function prefetchSummary(client: QueryClient, uid: string): Promise<void> {
  const summary = await prefetch(client, groupSummary(uid));
  await prefetch(client, changesQuery(summary?.auditEvents ?? []));
}

/** Whether the visitor has finished the first steps of the organization. */
async function areFinished(root: string): Promise<boolean> {
  const cookie = (await cookies()).get(STEPS_COOKIE)?.value;
  return areStepsFinished(cookie, personOf(await readCaller()), root);
}

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

export default async function OverviewLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  const wereStepsFinished = parentUid(uid) !== null || (await areFinished(uid));
  const fill = async (client: QueryClient) => {
    const isOfOwner = isOwner((await readCaller())?.capabilities, uid);
    await Promise.all([
      prefetchSummary(client, uid),
      prefetch(client, policyQuery(uid)),
      parentUid(uid) === null && isOfOwner && prefetch(client, domainsQuery(uid)),
      !wereStepsFinished && prefetch(client, sourcesBelowQuery(uid)),
      !wereStepsFinished && prefetch(client, latestIdentitiesQuery(uid)),
    ]);
  };
  return (
    <Prefetched fill={fill}>
      <GroupOverview key={uid} uid={uid} wereStepsFinished={wereStepsFinished} />
      {children}
    </Prefetched>
  );
}
