/** Runs that the server carries out beside answering: asked for, due, or cut off before. */
import { reachOf } from '#lib/access/reach.ts';
import { programActor } from '#lib/audit/record.ts';
import { z } from 'zod';
import { invalidArgument, isApiError, permissionDenied } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { logError } from '#lib/log.ts';
import { uid } from '#lib/resources/fields.ts';
import { registrySource } from '#lib/resources/registry-source.ts';
import { dueSources } from '#lib/store/registry/sources.ts';
import { committed } from '#lib/store/store.ts';
import { actorOf, auditDenied } from '#lib/service/verbs/audit.ts';
import { requireCapability } from '#lib/service/verbs/authorize.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import { validate } from '#lib/resources/input.ts';
import { beginSync, carryOut } from './sync-registry.ts';
import type { Begun } from './sync-registry.ts';

/** How often is looked for what is due. */
const TICK_MS = 2_000;
/** Runs that the clock starts at once. */
const MAX_SCHEDULED = 2;

interface Background {
  stop: AbortController;
  running: Set<Promise<unknown>>;
}

const shared = globalThis as typeof globalThis & { groveSyncs?: Background };

function background(): Background {
  return (shared.groveSyncs ??= { stop: new AbortController(), running: new Set() });
}

const syncRequest = z.strictObject({ uid });

/**
 * Begins to read the registry, or goes on where that was cut off.
 *
 * @returns the source, which is RUNNING.
 * @throws ApiError PERMISSION_DENIED without `repo.sync`; NOT_FOUND; FAILED_PRECONDITION
 *   `SYNC_RUNNING`.
 */
export function startSync(call: Call, body: JsonObject): Promise<JsonObject> {
  const { violations, input } = validate(syncRequest, body);
  if (violations.length > 0) throw invalidArgument(violations);
  const { uid } = input as z.infer<typeof syncRequest>;
  return auditDenied(call, registrySource, 'sync', uid, async () => {
    requireCapability(call, 'repo.sync', uid);
    run(await beginSync(uid, actorOf(call)), accessOf(call, uid));
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

function run(begun: Begun, requireAccess?: () => Promise<void>): void {
  const { stop, running } = background();
  const work = carryOut(begun, stop.signal, { requireAccess }).catch((error: unknown) => {
    if (!stop.signal.aborted && !isApiError(error)) logError('a sync ended badly', error);
  });
  running.add(work);
  void work.finally(() => running.delete(work));
}

/** Looks for what is due until {@link stopSyncs}. */
export function startSchedule(): void {
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
      run(await beginSync(uid, actor));
    } catch (error) {
      // Another process was quicker, or has deleted it.
      if (!isApiError(error)) throw error;
    }
  }
}

/** Ends what is under way where it stands; the next start goes on with it. */
export async function stopSyncs(): Promise<void> {
  const { stop, running } = background();
  delete shared.groveSyncs;
  stop.abort(new Error('the server stops'));
  await Promise.all(running);
}
