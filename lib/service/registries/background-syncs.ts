/** Syncs that the server runs in the background: requested, due, or interrupted before. */
import { reachOf } from '#lib/access/reach.ts';
import { standingOf } from '#lib/auth/matching/blocked.ts';
import { isApiError, permissionDenied, tryAgain } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { programActor, type Actor } from '#lib/audit/record.ts';
import type {
  RegistrySourceJson,
  SyncRegistrySourceRequestJson,
} from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { logError } from '#lib/log.ts';
import { periodically } from '#lib/periodically.ts';
import { registrySource } from '#lib/resources/registry-source.ts';
import { dueSources } from '#lib/import/registry/leases.ts';
import { perProcess } from '#lib/per-process.ts';
import { committed } from '#lib/store/store.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';
import { beginSync, carryOut } from './sync-registry.ts';

/** The maximum number of concurrent scheduled syncs. */
const MAX_SCHEDULED = 2;

/** `stop` is aborted when the server stops. No sync starts after that. */
const background = perProcess('syncs', () => ({
  stop: new AbortController(),
  running: new Set<Promise<unknown>>(),
}));

/**
 * Starts a sync of the registry, or resumes an interrupted one.
 *
 * @returns the source, which is RUNNING.
 * @throws ApiError PERMISSION_DENIED without `repo.sync`; NOT_FOUND; FAILED_PRECONDITION
 *   `SYNC_RUNNING`; UNAVAILABLE while the server stops.
 */
export function startSync(
  call: Call,
  body: SyncRegistrySourceRequestJson,
): Promise<RegistrySourceJson> {
  const uid = checkedUid(body);
  return auditDenied(call, registrySource, 'sync', uid, async () => {
    requireCapability(call, 'repo.sync', uid);
    await begin(uid, actorOf(call, uid), stillMaySync(call, uid));
    const row = await committed.get('RegistrySource', uid);
    return row === null ? {} : registrySource.toJson(row);
  });
}

/**
 * Throws once the caller's identities no longer grant syncs. Their credentials may expire in the
 * meantime: the sync of a person who signs out continues.
 */
function stillMaySync({ principal }: Call, uid: string): () => Promise<void> {
  return async () => {
    const reach = await reachOf(await standingOf(principal.identities, principal));
    if (!reach.holds('repo.sync', uid)) throw permissionDenied(['repo.sync'], uid);
  };
}

/** Takes the source's lease and runs the sync in the background. */
async function begin(
  uid: string,
  actor: Actor,
  requireAccess?: () => Promise<void>,
): Promise<void> {
  const { stop, running } = background.value;
  if (stop.signal.aborted) throw tryAgain('UNAVAILABLE', 'the server is stopping', 5);
  const begun = beginSync(uid, actor);
  // The server may stop before this sync has started. It waits for this sync too, and the aborted
  // signal ends it at once.
  const work = begun
    .then((run) => carryOut(run, stop.signal, { requireAccess }))
    .catch((error: unknown) => {
      if (!stop.signal.aborted && !isApiError(error)) logError('a sync failed unexpectedly', error);
    });
  running.add(work);
  void work.finally(() => running.delete(work));
  await begun;
}

/** Starts due sources until {@link stopSyncs}. */
export function startSyncs(): void {
  if (background.value.stop.signal.aborted) background.take();
  const stopTicking = periodically(
    config().pace.syncTickMs,
    'cannot start the syncs that are due',
    startDue,
  );
  background.value.stop.signal.addEventListener('abort', () => void stopTicking());
}

async function startDue(): Promise<void> {
  const { running } = background.value;
  for (const uid of await dueSources(committed, new Date())) {
    if (running.size >= MAX_SCHEDULED) return;
    try {
      await begin(uid, programActor('schedule'));
    } catch (error) {
      // Another process was faster, or has deleted the source.
      if (!isApiError(error)) throw error;
    }
  }
}

/**
 * Interrupts syncs that are running or about to start. The next start of the server resumes them.
 */
export async function stopSyncs(): Promise<void> {
  const { stop, running } = background.value;
  stop.abort(new Error('the server stops'));
  await Promise.all(running);
}
