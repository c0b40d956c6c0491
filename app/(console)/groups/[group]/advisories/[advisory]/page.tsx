import type { QueryClient } from '@tanstack/react-query';
import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { readCaller } from '#app/(console)/caller.ts';
import { AdvisoryPage } from '#app/(console)/groups/[group]/advisories/[advisory]/advisory-page.tsx';
import {
  ofArtifactQuery,
  ofVulnerabilityQuery,
  repoQuery,
} from '#app/(console)/groups/[group]/advisories/[advisory]/related.ts';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { advisories } from '#lib/client/resources/resources.ts';

export const generateMetadata = titledBy(
  advisories,
  'advisory',
  'Advisory',
  ({ advisoryId }) => advisoryId,
);

async function prefetchAdvisory(client: QueryClient, uid: string): Promise<void> {
  const advisory = (await prefetch(client, advisories.versioned(uid)))?.body;
  if (!advisory) return;
  const caller = await readCaller();
  await Promise.all([
    prefetch(client, ofArtifactQuery(advisory)),
    prefetch(client, ofVulnerabilityQuery(advisory, caller)),
    prefetch(client, repoQuery(advisory)),
  ]);
}

export default async function Page({ params }: { params: Promise<{ advisory: string }> }) {
  const uid = uidOfSegment((await params).advisory);
  return (
    <Prefetched fill={(client) => prefetchAdvisory(client, uid)}>
      <AdvisoryPage key={uid} uid={uid} />
    </Prefetched>
  );
}
