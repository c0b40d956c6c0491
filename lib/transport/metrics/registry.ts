/** All metrics of the process, by name. Except for requests, they are read when somebody asks. */
import type { OpenMetricsContentType } from 'prom-client';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { backupState } from '#lib/backup/schedule.ts';
import { COUNTERS, counts, type Counts } from '#lib/counts.ts';
import { perProcess } from '#lib/per-process.ts';
import { dataDisk, databaseBytes } from '#lib/service/system/storage.ts';
import { moreThan } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { VERSION } from '#lib/version.ts';
import { measureRequests, REQUESTS } from './requests.ts';

type Metrics = Registry<OpenMetricsContentType>;

/** `grove_write_turns_total` */
const counterName = (count: string) =>
  `grove_${count.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_total`;

const GAUGES: readonly [name: string, help: string, read: Read][] = [
  ['grove_writers_waiting', 'Transactions that wait for their turn', () => counts.writersWaiting],
  ['grove_syncs_running', 'Syncs under way in this process', () => counts.syncsRunning],
  [
    'grove_sessions',
    'Sessions that have not expired',
    () => committed.count('Session', moreThan('expireTime', new Date())),
  ],
  ['grove_database_bytes', 'Size of the database', databaseBytes],
  ['grove_disk_bytes', 'Size of the disk of the data folder', async () => (await dataDisk()).total],
  [
    'grove_disk_free_bytes',
    'Free bytes on the disk of the data folder',
    async () => (await dataDisk()).free,
  ],
];

/** Of the backups that the server makes by itself; 0 where there is none yet. */
const BACKUPS: readonly [name: string, help: string, read: () => number | undefined][] = [
  [
    'grove_backup_interval_seconds',
    'Seconds from one backup to the next',
    () => (backupState()?.every ?? 0) / 1_000,
  ],
  [
    'grove_backup_newest_timestamp_seconds',
    'Time of the newest backup',
    () => (backupState()?.newest ?? 0) / 1_000,
  ],
  ['grove_backup_bytes', 'Size of the last backup', () => backupState()?.last?.bytes ?? 0],
  [
    'grove_backup_duration_seconds',
    'Seconds that the last backup took',
    () => backupState()?.last?.seconds ?? 0,
  ],
  ['grove_backups_failed', 'Backups that failed since the start', () => backupState()?.failed],
];

/** Sums of other metrics that rise and fall, under names that only counters may have. */
const MISNAMED = ['handles', 'requests', 'resources'].map((one) => `nodejs_active_${one}_total`);

const BUILD = { name: 'grove_build_info', help: 'The version of the program' };

const metrics = perProcess<Metrics>('metrics');

/** Begins to measure; once in a process. */
export function startMetrics(): Metrics {
  if (metrics.value !== undefined) return metrics.value;
  const registry: Metrics = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  measureRequests(registry);
  const info = new Gauge({ ...BUILD, labelNames: ['version'], registers: [registry] });
  info.set({ version: VERSION }, 1);
  for (const [count, help] of Object.entries(COUNTERS)) {
    const collect = () => {
      counter.reset();
      counter.inc(counts[count as keyof Counts]);
    };
    const counter = new Counter({ name: counterName(count), help, registers: [], collect });
    registry.registerMetric(counter);
  }
  for (const [name, help, read] of GAUGES) addGauge(registry, name, help, read);
  if (backupState() !== null) {
    for (const [name, help, read] of BACKUPS) addGauge(registry, name, help, () => read() ?? 0);
  }
  return (metrics.value = registry);
}

type Read = () => number | Promise<number>;

function addGauge(registry: Metrics, name: string, help: string, read: Read): void {
  const collect = async (): Promise<void> => gauge.set(await read());
  const gauge = new Gauge({ name, help, registers: [], collect });
  registry.registerMetric(gauge);
}

/** The name and help of each metric of Grove, for the documents. */
export const METRICS: readonly (readonly [name: string, help: string])[] = [
  [REQUESTS.name, REQUESTS.help],
  [BUILD.name, BUILD.help],
  ...Object.entries(COUNTERS).map(([count, help]) => [counterName(count), help] as const),
  ...[...GAUGES, ...BACKUPS].map(([name, help]) => [name, help] as const),
];
