'use client';

import { progressText } from '#app/(console)/groups/[group]/repos/source-status.tsx';
import { useSource } from '#app/(console)/groups/[group]/repos/use-source.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Spinner } from '#components/ui/feedback/spinner.tsx';
import { registrySourcePath } from '#lib/client/paths.ts';

/** The registry of the repositories and the time of the last sync; renders nothing without a registry source. */
export function SourceLine({ group }: { group: string }) {
  const { source } = useSource(group);
  if (!source) return null;
  const { state, progress, lastSync } = source;
  return (
    <p className="flex min-w-0 pb-3 flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <span className="min-w-0 truncate">
        Read from{' '}
        <Link href={registrySourcePath(group)}>{source.url.replace(/^https?:\/\//, '')}</Link>
      </span>
      {state === 'RUNNING' ? (
        <span className="inline-flex items-center gap-2 tabular-nums">
          <Spinner />
          {progress && <span>{progressText(progress)}</span>}
        </span>
      ) : (
        lastSync && (
          <span>
            {lastSync.outcome === 'SUCCEEDED' ? 'synced ' : 'last sync failed '}
            <RelativeTime value={lastSync.endTime} />
          </span>
        )
      )}
      {state === 'FAILED' && <Badge tone="danger">Failed</Badge>}
      {state === 'INTERRUPTED' && <Badge tone="warn">Interrupted</Badge>}
    </p>
  );
}
