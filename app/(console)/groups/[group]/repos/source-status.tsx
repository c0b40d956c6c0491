import { intervalText } from '#app/(console)/groups/[group]/repos/source-values.ts';
import { SyncProblems } from '#app/(console)/groups/[group]/repos/sync-problems.tsx';
import { counted } from '#lib/client/counted.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { RegistrySource, RegistrySync } from '#lib/client/resources/resources.ts';
import { numberText } from '#lib/client/counted.ts';

/** "1,204 tags in 12 repositories". */
export function progressText({ tags, repositories }: { tags: number; repositories: number }) {
  return `${counted(tags, ['tag', 'tags'])}, ${counted(repositories, ['repository', 'repositories'])} done`;
}

/** The state of a registry source, and the result of its last sync. */
export function SourceStatus({ source }: { source: RegistrySource }) {
  const { state, progress, lastSync, interval, nextSyncTime, username, caCertificate } = source;
  return (
    <>
      {state === 'RUNNING' && progress && (
        <Progress label={`Syncing: ${progressText(progress)}`} value={0} max={undefined} />
      )}
      {state === 'INTERRUPTED' && (
        <p role="status" className="rounded bg-warn-soft px-3 py-2.5">
          {`The last sync was interrupted${progress ? ` after ${progressText(progress)}` : ''}. It resumes automatically, or when you press “Sync now”.`}
        </p>
      )}
      {state === 'FAILED' && lastSync?.error && (
        <p role="alert" className="rounded bg-danger-soft px-3 py-2.5 wrap-anywhere text-danger">
          The last sync failed: {lastSync.error}
        </p>
      )}
      <Facts>
        <Fact label="Signs in as">
          {username === '' ? <span className="text-ink-3">Anonymous</span> : username}
        </Fact>
        {caCertificate !== '' && (
          <Fact label="Certificate">Also checked with your CA certificate</Fact>
        )}
        <Fact label="Schedule">
          {interval === undefined ? 'Only on request' : `Every ${intervalText(interval)}`}
          {nextSyncTime !== undefined && state !== 'RUNNING' && (
            <span>
              ; next <RelativeTime value={nextSyncTime} />
            </span>
          )}
        </Fact>
        <Fact label="Last sync">
          {lastSync === undefined ? (
            <span className="text-ink-3">Never</span>
          ) : (
            <span>
              {outcomeText(lastSync)} <RelativeTime value={lastSync.endTime} />
            </span>
          )}
        </Fact>
      </Facts>
      {lastSync && <LastSync sync={lastSync} />}
    </>
  );
}

function outcomeText({ outcome, skipped }: RegistrySync): string {
  if (outcome !== 'SUCCEEDED') return 'Failed';
  return skipped > 0 ? 'Succeeded with problems' : 'Succeeded';
}

function LastSync({ sync }: { sync: RegistrySync }) {
  const counts = {
    New: sync.created,
    Changed: sync.updated,
    Unchanged: sync.unchanged,
    Removed: sync.gone,
  };
  return (
    <section aria-label="Result of the last sync" className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {Object.entries(counts).map(([label, count]) => (
          <div key={label}>
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      {sync.skipped > 0 && <SyncProblems sync={sync} />}
    </section>
  );
}
