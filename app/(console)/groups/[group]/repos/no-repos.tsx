'use client';

import { useQuery } from '@tanstack/react-query';
import { useSource } from '#app/(console)/groups/[group]/repos/use-source.ts';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { registrySourcePath } from '#lib/client/paths.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import type { RegistrySource } from '#lib/client/resources/resources.ts';

const FROM_A_REGISTRY = 'Repositories and tags are copied from a registry.';

/** Why the list is empty, and the text of the link to the source. */
function whyEmpty(
  source: RegistrySource | null,
  mayNotSync: boolean,
): readonly [why: string, link?: string] {
  if (source === null) {
    return mayNotSync
      ? [`${FROM_A_REGISTRY} This group has none yet. An owner of the group can set it up.`]
      : [FROM_A_REGISTRY, 'Set up a registry source'];
  }
  if (source.state === 'RUNNING') return ['The registry is being read.', 'Show progress'];
  if (source.lastSync === undefined) return ['The registry was not read yet.', 'Show the source'];
  return source.lastSync.outcome === 'SUCCEEDED'
    ? ['The registry was read, and has no repositories.', 'Show the source']
    : ['The registry could not be read.', 'See what failed'];
}

/** Replaces an empty list of repositories, and says what its registry source needs. */
export function NoRepos({ group }: { group: string }) {
  const { source } = useSource(group);
  const { data: caller } = useQuery(currentCaller());
  const noSync = missingReason(caller?.capabilities, group, 'repo.sync');
  const [why, link] = source === undefined ? [FROM_A_REGISTRY] : whyEmpty(source, Boolean(noSync));
  return (
    <EmptyState title="No repositories yet" reference={<LearnMore about="repositories" />}>
      {why} {link && <Link href={registrySourcePath(group)}>{link}</Link>}
    </EmptyState>
  );
}
