'use client';

import { useQuery } from '@tanstack/react-query';
import { TagList } from '#app/(console)/groups/[group]/repos/[repo]/tag-list.tsx';
import {
  ofRepoHref,
  ofRepoQuery,
} from '#app/(console)/groups/[group]/repos/[repo]/repo-advisories.ts';
import { pullCommand } from '#app/(console)/groups/[group]/repos/[repo]/pull.ts';
import { AdvisoryLines } from '#app/(console)/groups/[group]/advisories/advisory-lines.tsx';
import { tierText } from '#app/(console)/groups/[group]/repos/tier-text.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { parentUid } from '#lib/client/paths.ts';
import { sourceOfQuery } from '#lib/client/resources/registry-sources.ts';
import { type Repo, repos } from '#lib/client/resources/resources.ts';

/** One repository: its tags first, then its facts. */
export function RepoPage({ uid }: { uid: string }) {
  const result = useQuery(repos.versioned(uid));
  const { data: sources } = useQuery(sourceOfQuery(parentUid(uid) ?? ''));
  if (result.isError && !result.data) {
    return <QueryProblem title="This repository could not be loaded" query={result} />;
  }
  const repo = result.data?.body;
  const source = sources?.registrySources[0];
  const pull = source && repo && ((reference = '') => pullCommand(source, repo, reference));
  return (
    <article aria-label={repo?.name ?? 'Repository'} className="flex flex-col gap-6">
      <ResourceHead tab="repos" uid={uid} name={repo?.name}>
        {pull && <CopyText value={pull()} label="command" isWhole />}
      </ResourceHead>
      <TagList repo={uid} pull={pull} />
      {repo && <RepoAdvisories repo={repo} />}
      <RepoFacts repo={repo} />
      <RecordDetails uid={uid} resource={repo} path={repos.pathOf(uid)} />
    </article>
  );
}

/** The most severe advisories of the image. */
function RepoAdvisories({ repo }: { repo: Repo }) {
  const { data } = useQuery(ofRepoQuery(repo));
  return (
    <AdvisoryLines
      title="Advisories"
      href={ofRepoHref(repo)}
      total={Number(data?.totalCount ?? 0)}
      rows={data?.advisories ?? []}
    />
  );
}

function RepoFacts({ repo }: { repo: Repo | undefined }) {
  return (
    <Facts>
      <Fact label="Description">{repo && (repo.description || null)}</Fact>
      <Fact label="Tier">{repo && (tierText(repo.catalogTier) || null)}</Fact>
      <Fact label="Aliases">{repo && (repo.aliases.join(', ') || null)}</Fact>
      <Fact label="Bundles">{repo && (repo.bundles.join(', ') || null)}</Fact>
      {repo?.readme && <Fact label="Readme">{repo.readme}</Fact>}
    </Facts>
  );
}
