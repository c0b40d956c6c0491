'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { SourceNotifications } from '#app/(console)/groups/[group]/repos/source-notifications.tsx';
import { SourceStatus } from '#app/(console)/groups/[group]/repos/source-status.tsx';
import { useSource } from '#app/(console)/groups/[group]/repos/use-source.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { editRegistrySourcePath, groupPath } from '#lib/client/paths.ts';
import { perform } from '#lib/client/api.ts';
import { syncRequest } from '#lib/client/resources/registry-sources.ts';
import { type RegistrySource, registrySources } from '#lib/client/resources/resources.ts';

/** The registry source of a group, above its repositories. `url` is the installation's address. */
export function SourcePanel({ group, url }: { group: string; url: string }) {
  const router = useRouter();
  const { data: caller } = useQuery(currentCaller());
  const result = useSource(group);
  const { source } = result;
  const noList = missingReason(caller?.capabilities, group, 'repo.list');
  const noSync = missingReason(caller?.capabilities, group, 'repo.sync');
  const list = groupPath(group, 'repos');
  return (
    <Sheet title="Registry source" onClose={() => router.push(list)}>
      {result.isError && source === undefined && (
        <QueryProblem title="The registry source could not be loaded" query={result} />
      )}
      {source === undefined && !result.isError && (
        <div role="status" className="flex flex-col gap-5">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {source === null &&
        (noList ? (
          <EmptyState title="You may not see this">
            {noList}. An owner of the group can grant you a role that allows it.
          </EmptyState>
        ) : (
          <EmptyState
            title="No registry source yet"
            reference={<LearnMore about="repositories" />}
            action={
              <ActionLink
                href={editRegistrySourcePath(group)}
                icon={Plus}
                variant="primary"
                disabledReason={noSync}
              >
                Set up
              </ActionLink>
            }
          >
            Set up the registry that holds this group’s images. Its repositories and tags are then
            copied here and kept up to date.
          </EmptyState>
        ))}
      {source && <Source source={source} group={group} url={url} noSync={noSync} />}
    </Sheet>
  );
}

interface SourceProps {
  source: RegistrySource;
  group: string;
  url: string;
  /** Why it cannot be changed or synced. */
  noSync: string | false;
}

function Source({ source, group, url, noSync }: SourceProps) {
  const client = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const sync = useMutation({
    mutationFn: () => perform(syncRequest(source.uid)),
    onSettled: () => registrySources.refresh(client),
  });
  const isRunning = source.state === 'RUNNING';
  return (
    <div className="flex flex-col gap-7">
      <section aria-label="Source" className="flex flex-col gap-4">
        <p className="font-mono wrap-anywhere">{source.url}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={RefreshCw}
            variant="primary"
            isPending={sync.isPending}
            disabledReason={noSync || (isRunning && 'A sync is already running')}
            onPress={() => sync.mutate()}
          >
            Sync now
          </Button>
          <ActionLink href={editRegistrySourcePath(group)} icon={Pencil} disabledReason={noSync}>
            Edit
          </ActionLink>
          <Button icon={Trash2} disabledReason={noSync} onPress={() => setDeleting(true)}>
            Delete
          </Button>
          <ApiCall variant="ghost" requests={() => [syncRequest(source.uid)]} />
        </div>
        {sync.error && <ErrorPanel title="The sync was not started" {...problemOf(sync.error)} />}
        <SourceStatus source={source} />
      </section>
      <SourceNotifications source={source} url={url} noSync={noSync} />
      <DeleteResource
        resource={isDeleting ? { uid: source.uid, name: source.url } : null}
        noun="registry source"
        verb="Delete"
        done="deleted"
        of={registrySources}
        undone={false}
        onClose={() => setDeleting(false)}
      >
        <p>
          Grove stops reading it and refuses its notifications. Repositories and tags that were
          already copied are kept.
        </p>
      </DeleteResource>
    </div>
  );
}
