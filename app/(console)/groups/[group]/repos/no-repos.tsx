'use client';

import { useSource } from '#app/(console)/groups/[group]/repos/use-source.ts';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { registrySourcePath } from '#lib/client/paths.ts';
import type { RegistrySource } from '#lib/client/resources/resources.ts';

/** What the source of an empty list needs: [before the link, the link]. */
function nextStep(source: RegistrySource | null | undefined): readonly [string, string] {
  if (!source) return ['Repositories and tags are copied from a registry.', 'Set up a registry source'];
  if (source.state === 'RUNNING') return ['The first repositories are being copied.', 'Show progress'];
  if (source.lastSync === undefined) return ['The registry was not read yet.', 'Show the registry source'];
  return source.lastSync.outcome === 'SUCCEEDED'
    ? ['The registry was read, and has no repositories.', 'Show the registry source']
    : ['The registry could not be read.', 'See what failed'];
}

/** Replaces an empty list of repositories, and says what its registry source needs. */
export function NoRepos({ group }: { group: string }) {
  const { source } = useSource(group);
  const [why, link] = nextStep(source);
  return (
    <EmptyState title="No repositories yet" reference={<LearnMore about="repositories" />}>
      {why} <Link href={registrySourcePath(group)}>{link}</Link>
    </EmptyState>
  );
}
