/** All metrics of the process, by name. Except for requests, they are read when somebody asks. */
import type { OpenMetricsContentType } from 'prom-client';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { backupState } from '#lib/backup/schedule.ts';
import { counts, type Counts } from '#lib/counts.ts';
import { dataDisk, databaseBytes } from '#lib/service/system/storage.ts';
import { moreThan } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { VERSION } from '#lib/version.ts';
import { measureRequests, REQUESTS } from './requests.ts';

type Metrics = Registry<OpenMetricsContentType>;

const COUNTERS: readonly [count: keyof Counts, name: string, help: string][] = [
  ['writeTurns', 'grove_write_turns_total', 'Transactions that asked for their turn to write'],
  [
    'writeWaitSeconds',
    'grove_write_wait_seconds_total',
    'Seconds that all transactions together waited for their turn to write',
  ],
  [
    'writersRefused',
    'grove_writers_refused_total',
    'Transactions that waited too long for their turn to write',
  ],
  [
    'writesWithoutRoom',
    'grove_writes_without_room_total',
    'Writes that failed because the disk of the database was full',
  ],
  ['accessCacheHits', 'grove_access_cache_hits_total', 'Access checks that the cache answered'],
  [
    'accessCacheMisses',
    'grove_access_cache_misses_total',
    'Access checks that the database answered',
  ],
  ['tokenCacheHits', 'grove_token_cache_hits_total', 'Tokens whose signature was in the cache'],
  ['tokenCacheMisses', 'grove_token_cache_misses_total', 'Tokens whose signature was checked'],
  ['signInFailures', 'grove_sign_in_failures_total', 'Wrong passwords and unknown addresses'],
  ['signInsDelayed', 'grove_sign_ins_delayed_total', 'Sign-ins refused after repeated failures'],
  [
    'bodiesRefused',
    'grove_bodies_refused_total',
    'Bodies of unknown callers that were refused for lack of room',
  ],
  [
    'descriptorsMissing',
    'grove_descriptors_missing_total',
    'Connections and files that were not opened because the limit of open files was reached',
  ],
  [
    'attemptsUnrecorded',
    'grove_attempts_unrecorded_total',
    'Denied attempts and sign-ins that no audit record counts',
  ],
  ['mailsSent', 'grove_mails_sent_total', 'E-mails that the SMTP server took'],
  ['mailsFailed', 'grove_mails_failed_total', 'E-mails that could not be sent'],
  ['syncsSucceeded', 'grove_syncs_succeeded_total', 'Syncs of registries that succeeded'],
  ['syncsFailed', 'grove_syncs_failed_total', 'Syncs of registries that failed'],
  ['importsSucceeded', 'grove_imports_succeeded_total', 'Imports of advisories that ended'],
  ['importsFailed', 'grove_imports_failed_total', 'Imports of advisories that failed'],
  ['advisoriesImported', 'grove_advisories_imported_total', 'Advisories that imports wrote'],
  ['advisoriesRejected', 'grove_advisories_rejected_total', 'Records that imports rejected'],
];

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

const BUILD = { name: 'grove_build_info', help: 'The version of the program' };

const shared = globalThis as typeof globalThis & { groveMetrics?: Metrics };

/** Begins to measure; once in a process. */
export function startMetrics(): Metrics {
  if (shared.groveMetrics !== undefined) return shared.groveMetrics;
  const registry: Metrics = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  measureRequests(registry);
  const info = new Gauge({ ...BUILD, labelNames: ['version'], registers: [registry] });
  info.set({ version: VERSION }, 1);
  for (const [count, name, help] of COUNTERS) {
    const collect = () => {
      counter.reset();
      counter.inc(counts[count]);
    };
    const counter = new Counter({ name, help, registers: [], collect });
    registry.registerMetric(counter);
  }
  for (const [name, help, read] of GAUGES) addGauge(registry, name, help, read);
  if (backupState() !== null) {
    for (const [name, help, read] of BACKUPS) addGauge(registry, name, help, () => read() ?? 0);
  }
  return (shared.groveMetrics = registry);
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
  ...COUNTERS.map(([, name, help]) => [name, help] as const),
  ...[...GAUGES, ...BACKUPS].map(([name, help]) => [name, help] as const),
];
