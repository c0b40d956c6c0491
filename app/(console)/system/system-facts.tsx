import type { ReactNode } from 'react';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { sizeText } from '#components/ui/text/size-text.ts';
import { isDiskLow, isLate, type System, type SystemBackups } from '#lib/client/system/system.ts';
import { counted, numberText } from '#lib/client/counted.ts';

/** Version, storage, backups and background work, one line each. */
export function SystemFacts({ system }: { system: System }) {
  const { version, nodeVersion, startTime, database, disk, backups, syncs, imports } = system;
  return (
    <Facts>
      <Fact label="Version">
        Grove {version} on Node.js {nodeVersion}
      </Fact>
      <Fact label="Started">
        <RelativeTime value={startTime} />
      </Fact>
      <Fact label="Database">
        {database.sizeBytes === '0' ? 'On a server' : sizeText(Number(database.sizeBytes))}
        {database.migration !== '' && (
          <span className="block break-words text-ink-2">Last migration {database.migration}</span>
        )}
      </Fact>
      <Fact label="Disk">
        <Line badge={isDiskLow(disk) && <Badge tone="danger">Nearly full</Badge>}>
          {sizeText(Number(disk.freeBytes))} free of {sizeText(Number(disk.totalBytes))}
        </Line>
      </Fact>
      <Fact label="Last backup">{backups ? <Backups backups={backups} /> : <NoBackups />}</Fact>
      <Fact label="Background syncs">
        <Line
          badge={
            syncs.failedSources > 0 && (
              <Badge tone="danger">
                {counted(syncs.failedSources, ['source fails', 'sources fail'])}
              </Badge>
            )
          }
        >
          {numberText(syncs.running)} running, {outcomes(syncs)}
        </Line>
        <span className="block text-ink-2">
          {counted(syncs.sources, ['registry source', 'registry sources'])}
        </span>
      </Fact>
      <Fact label="Imports">
        <Line badge={imports.failed > 0 && <Badge tone="warn">Some failed</Badge>}>
          {outcomes(imports)}
        </Line>
      </Fact>
      <Fact label="Sessions">{numberText(system.sessions)} signed in</Fact>
    </Facts>
  );
}

function outcomes({ succeeded, failed }: { succeeded: number; failed: number }): string {
  return `${numberText(succeeded)} succeeded and ${numberText(failed)} failed since the start`;
}

function Line({ badge, children }: { badge: ReactNode; children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{children}</span>
      {badge}
    </span>
  );
}

function Backups({ backups }: { backups: SystemBackups }) {
  const { newestTime, sizeBytes, duration, failed, running } = backups;
  const last = [
    ...(sizeBytes === undefined ? [] : [sizeText(Number(sizeBytes))]),
    ...(duration === undefined ? [] : [`in ${Number.parseFloat(duration).toFixed(1)} s`]),
  ];
  return (
    <Line
      badge={
        <>
          {running && <Badge tone="accent">Running</Badge>}
          {isLate(backups) && <Badge tone="danger">Late</Badge>}
          {failed > 0 && <Badge tone="danger">{numberText(failed)} failed</Badge>}
        </>
      }
    >
      {newestTime === undefined ? <span>None yet</span> : <RelativeTime value={newestTime} />}
      {last.length > 0 && <span className="text-ink-2">, {last.join(' ')}</span>}
    </Line>
  );
}

function NoBackups() {
  return (
    <Line badge={<Badge tone="warn">Off</Badge>}>
      The server makes none. Set GROVE_BACKUP_EVERY, or back up by hand.
    </Line>
  );
}
