/** The state of the installation: figures that metrics show as well, and the size of organizations. */
import { backupState } from '#lib/backup/schedule.ts';
import { counts } from '#lib/counts.ts';
import type {
  SummarizeSystemResponse_BackupsJson,
  SummarizeSystemResponse_OrganizationJson,
  SummarizeSystemResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/system_pb.js';
import { all, is, moreThan } from '#lib/store/predicates.ts';
import { committed, copies, snapshot } from '#lib/store/store.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { VERSION } from '#lib/version.ts';
import { dataDisk, databaseBytes } from './storage.ts';
import { requireSystemView } from './viewers.ts';

/** More organizations than anyone reads. `truncated` says that there are more. */
const LIMIT = 200;

/** @throws ApiError as {@link requireSystemView}. */
export async function summarizeSystem(call: Call): Promise<SummarizeSystemResponseJson> {
  await requireSystemView(call);
  const [bytes, disk, { organizations, truncated }, ownerless] = await Promise.all([
    databaseBytes(),
    dataDisk(),
    organizationSizes(),
    committed.ownerless(LIMIT + 1),
  ]);
  const backups = backupsOf();
  return {
    version: VERSION,
    nodeVersion: process.versions.node,
    startTime: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    database: { sizeBytes: String(bytes), migration: copies?.migrations().at(-1) ?? '' },
    disk: { totalBytes: String(disk.total), freeBytes: String(disk.free) },
    ...(backups !== null && { backups }),
    syncs: {
      running: counts.syncsRunning,
      succeeded: counts.syncsSucceeded,
      failed: counts.syncsFailed,
      sources: await committed.count('RegistrySource', all()),
      failedSources: await committed.count('RegistrySource', is('state', 'FAILED')),
    },
    imports: { succeeded: counts.importsSucceeded, failed: counts.importsFailed },
    sessions: await committed.count('Session', moreThan('expireTime', new Date())),
    organizations,
    truncated,
    ownerless: ownerless.slice(0, LIMIT).map(({ uid, name }) => ({ uid, name })),
    ownerlessTruncated: ownerless.length > LIMIT,
  };
}

/** Null where the server makes no backups by itself. */
function backupsOf(): SummarizeSystemResponse_BackupsJson | null {
  const state = backupState();
  if (state === null) return null;
  const { every, newest, last, failed, running } = state;
  return {
    interval: `${(every ?? 0) / 1_000}s`,
    running,
    failed,
    ...(newest !== null && { newestTime: new Date(newest).toISOString() }),
    ...(last !== null && {
      sizeBytes: String(last.bytes),
      duration: `${last.seconds.toFixed(3)}s`,
    }),
  };
}

const SIZES = [
  ['groups', 'Group'],
  ['identities', 'Identity'],
  ['repos', 'Repo'],
  ['tags', 'Tag'],
  ['advisories', 'Advisory'],
  ['auditEvents', 'AuditEvent'],
] as const;

function organizationSizes() {
  return snapshot(async (reads) => {
    const order = { column: 'name', descending: false } as const;
    const roots = await reads.find('Group', is('parent', ''), { order, limit: LIMIT + 1 });
    const shown = roots.slice(0, LIMIT);
    const types = SIZES.map(([, type]) => type);
    const tallies = await reads.tallies(
      types,
      shown.map(({ uid }) => uid),
    );
    const organizations = shown.map(({ uid, name, foundedBy }) => {
      const organization: SummarizeSystemResponse_OrganizationJson = {
        uid,
        name,
        foundedBy: foundedBy ?? '',
      };
      for (const [field, type] of SIZES) {
        organization[field] = String(tallies.get(uid)?.get(type)?.below ?? 0);
      }
      return organization;
    });
    return { organizations, truncated: roots.length > LIMIT };
  });
}
