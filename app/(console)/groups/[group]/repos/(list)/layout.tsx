import type { ReactNode } from 'react';
import { RepoList } from '#app/(console)/groups/[group]/repos/repo-list.tsx';
import {
  PrefetchedList,
  prefetchHolders,
} from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { REPO_LIST } from '#lib/client/lists/named-lists.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { sourceOfQuery } from '#lib/client/resources/registry-sources.ts';
import { repos } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function ReposLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={REPO_LIST}
      list={repos.list}
      rowsOf={(page) => page.repos}
      then={(client, listed) =>
        listed.scope === 'in'
          ? prefetch(client, sourceOfQuery(uid))
          : prefetchHolders(client, listed)
      }
    >
      <RepoList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
