/** Runs that the server carries out beside answering: requested, due, or interrupted before. */
import { z } from 'zod';
import { reachOf } from '#lib/access/reach.ts';
import { ApiError, invalidArgument, isApiError, permissionDenied } from '#lib/aip/errors.ts';
import { programActor } from '#lib/audit/record.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { logError } from '#lib/log.ts';
import { uid } from '#lib/resources/fields.ts';
import type { Actor } from '#lib/audit/record.ts';
import { registrySource } from '#lib/resources/registry-source.ts';
import { dueSources } from '#lib/store/registry/sources.ts';
import { committed } from '#lib/store/store.ts';
import { actorOf, auditDenied } from '#lib/service/verbs/audit.ts';
import { requireCapability } from '#lib/service/verbs/authorize.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import { validate } from '#lib/resources/input.ts';
import { beginSync, carryOut } from './sync-registry.ts';

/** How often Grove looks for sources that are due. */
const TICK_MS = 2_000;
/** Runs that the clock starts at once. */
const MAX_SCHEDULED = 2;

interface Background {
  /** Aborted once the server stops; nothing begins from then on. */
  stop: AbortController;
  /** Runs under way, those that are about to begin included. */
  running: Set<Promise<unknown>>;
}

const shared = globalThis as typeof globalThis & { groveSyncs?: Background };

function background(): Background {
  return (shared.groveSyncs ??= { stop: new AbortController(), running: new Set() });
}

const syncRequest = z.strictObject({ uid });

/**
 * Begins to read the registry, or resumes a run that was interrupted.
 *
 * @returns the source, which is RUNNING.
 * @throws ApiError PERMISSION_DENIED without `repo.sync`; NOT_FOUND; FAILED_PRECONDITION
 *   `SYNC_RUNNING`; UNAVAILABLE while the server stops.
 */
export function startSync(call: Call, body: JsonObject): Promise<JsonObject> {
  const { violations, input } = validate(syncRequest, body);
  if (violations.length > 0) throw invalidArgument(violations);
  const { uid } = input as z.infer<typeof syncRequest>;
  return auditDenied(call, registrySource, 'sync', uid, async () => {
    requireCapability(call, 'repo.sync', uid);
    await begin(uid, actorOf(call), accessOf(call, uid));
    const row = await committed.get('RegistrySource', uid);
    return row === null ? {} : registrySource.toJson(row);
  });
}

/**
 * Throws once the caller's identities do not grant syncs any more. Their credentials may end
 * meanwhile: a person who signs out keeps the run that they started.
 */
function accessOf({ principal }: Call, uid: string): () => Promise<void> {
  return async () => {
    const reach = await reachOf({ identities: principal.identities });
    if (!reach.holds('repo.sync', uid)) throw permissionDenied(['repo.sync'], uid);
  };
}

/** Takes the source's turn, and carries the run out beside whatever comes next. */
async function begin(
  uid: string,
  actor: Actor,
  requireAccess?: () => Promise<void>,
): Promise<void> {
  const { stop, running } = background();
  if (stop.signal.aborted) throw new ApiError('UNAVAILABLE', 'the server is stopping');
  const begun = beginSync(uid, actor);
  // The server may stop before this run has begun: it waits for this run too, and the signal,
  // which is aborted by then, ends the run at once.
  const work = begun
    .then((run) => carryOut(run, stop.signal, { requireAccess }))
    .catch((error: unknown) => {
      if (!stop.signal.aborted && !isApiError(error)) logError('a sync ended badly', error);
    });
  running.add(work);
  void work.finally(() => running.delete(work));
  await begun;
}

/** Looks for sources that are due until {@link stopSyncs}. */
export function startSchedule(): void {
  if (background().stop.signal.aborted) delete shared.groveSyncs;
  const { stop } = background();
  const timer = setInterval(() => {
    startDue().catch((error: unknown) => logError('the schedule failed', error));
  }, TICK_MS);
  timer.unref();
  stop.signal.addEventListener('abort', () => clearInterval(timer));
}

async function startDue(): Promise<void> {
  const { running } = background();
  for (const uid of await dueSources(committed, new Date())) {
    if (running.size >= MAX_SCHEDULED) return;
    const actor = programActor('schedule');
    try {
      await begin(uid, actor);
    } catch (error) {
      // Another process was quicker, or has deleted it.
      if (!isApiError(error)) throw error;
    }
  }
}

/** Interrupts the runs that are under way or about to begin. The next start resumes them. */
export async function stopSyncs(): Promise<void> {
  const { stop, running } = background();
  stop.abort(new Error('the server stops'));
  await Promise.all(running);
}
