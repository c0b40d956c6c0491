import type { QueryClient } from '@tanstack/react-query';
import { titledBy } from '#app/(console)/groups/[group]/_shared/titles.ts';
import { PrefetchedList } from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { ofRepoQuery } from '#app/(console)/groups/[group]/repos/[repo]/repo-advisories.ts';
import { RepoPage } from '#app/(console)/groups/[group]/repos/[repo]/repo-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { TAG_LIST } from '#app/(console)/groups/[group]/repos/[repo]/tag-list-offer.ts';
import { parentUid, uidOfSegment } from '#lib/client/paths.ts';
import { sourceOfQuery } from '#lib/client/resources/registry-sources.ts';
import { repos, tags } from '#lib/client/resources/resources.ts';

export const generateMetadata = titledBy(repos, 'repo', 'Repository', ({ name }) => name);

async function prefetchRepo(client: QueryClient, uid: string): Promise<void> {
  const repo = (await prefetch(client, repos.versioned(uid)))?.body;
  await Promise.all([
    prefetch(client, sourceOfQuery(parentUid(uid) ?? '')),
    ...(repo ? [prefetch(client, ofRepoQuery(repo))] : []),
  ]);
}

export default async function Page({ params }: { params: Promise<{ repo: string }> }) {
  const uid = uidOfSegment((await params).repo);
  return (
    <Prefetched fill={(client) => prefetchRepo(client, uid)}>
      <PrefetchedList group={uid} offer={TAG_LIST} list={tags.list} rowsOf={(page) => page.tags}>
        <RepoPage key={uid} uid={uid} />
      </PrefetchedList>
    </Prefetched>
  );
}
