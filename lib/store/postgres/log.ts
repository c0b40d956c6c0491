/**
 * Waits until the log has what is committed: on the disk, and at the standbys that
 * `synchronous_commit` and `synchronous_standby_names` ask for. Others write in the meantime, and all
 * who wait share one wait.
 *
 * @see docs/decisions/054-writers-share-the-log.md
 */
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { unlessStuck } from '#lib/store/sql/unless-stuck.ts';
import { explained } from './errors.ts';
import { NAME } from './incarnations.ts';
import { onSession, retried } from './reading.ts';
import { sessions } from './sessions.ts';

/** The longest wait, in milliseconds. A standby may be away for longer. */
const WAIT_MS = 5_000;
/** A run that takes longer holds up new transactions, or more and more would wait for the next. */
const LATE_MS = 1_000;

/** The server commits a message to itself, and with it all that was committed before. */
const LOGGED = `SELECT pg_logical_emit_message(true, 'grove', ''), (${NAME}) AS "name"`;

const unsure = () => unavailable('did not confirm the change, which may have taken effect');

/** @returns the name of the incarnation; null if it has none. */
async function logged(): Promise<string | null> {
  const { rows } = await onSession(
    () => sessions().forLog(),
    (session) => session.run({ sql: LOGGED, params: [] }),
  );
  const name = rows[0]?.['name'];
  return typeof name === 'string' ? name : null;
}

/**
 * Resolves when the log has all that was committed before the call.
 *
 * @param incarnation in which that was committed.
 * @throws ApiError UNAVAILABLE if that takes too long, or if the commit may be lost.
 */
export async function logHolds(incarnation: string): Promise<void> {
  // Asking again is harmless: the name tells whether the server is still the one that committed.
  const run = sessions().logged.after(() => retried(logged));
  const held = await unlessStuck(run, WAIT_MS, unsure).catch((error: unknown) => {
    // Whatever is wrong with the server, the change was committed before.
    throw explained(error) === error ? error : unsure();
  });
  if (held !== incarnation) throw unsure();
}

/**
 * Resolves when nothing takes long.
 *
 * @param deadline by `Date.now()`.
 * @throws ApiError UNAVAILABLE past it.
 */
export async function logKeepsUp(deadline: number): Promise<void> {
  const { logged: runs } = sessions();
  if (runs.age <= LATE_MS) return;
  await unlessStuck(runs.ended(), Math.max(deadline - Date.now(), 0), unavailable);
}
