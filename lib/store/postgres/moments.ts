/**
 * Moments of the primary, and whether a standby has come as far.
 *
 * @see docs/decisions/041-lists-from-a-standby.md
 */
import type { Moment, Present } from '#lib/store/handles.ts';
import { rowOf } from '#lib/store/sql/plan.ts';
import type { Plan } from '#lib/store/sql/plan.ts';
import type { Session } from './session.ts';

export const REVISION = 'SELECT "value" FROM "AccessRevision"';

export function* revision(): Plan<Present> {
  const row = yield* rowOf<{ value: number }>(REVISION);
  return { revision: row?.value ?? 0, moment: null };
}

/**
 * The name of the log: of which cluster it is, since which promotion, and of which table. Copies of
 * the cluster for other purposes are mistaken for it only if they follow it.
 */
const logOf = (timeline: string) =>
  `(SELECT "system_identifier" FROM pg_control_system()) || ' ' || ${timeline} || ' ' ||
    '"AccessRevision"'::regclass::oid`;

/**
 * What was acknowledged is on the disk, unless `synchronous_commit` is off. A server that is a
 * standby itself has no moments. The functions run after the snapshot of the statement is taken.
 */
const PRESENT = `SELECT "value",
    CASE WHEN NOT pg_is_in_recovery() THEN
      ${logOf(`('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int`)}
    END AS "log",
    CASE WHEN NOT pg_is_in_recovery() THEN
      CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
      ELSE pg_current_wal_flush_lsn() END::text
    END AS "position"
  FROM "AccessRevision"`;

interface Row {
  value: number;
  log: string | null;
  position: string | null;
}

export function* revisionAndMoment(): Plan<Present> {
  const row = yield* rowOf<Row>(PRESENT);
  const { value = 0, log = null, position = null } = row ?? {};
  return { revision: value, moment: log === null || position === null ? null : { log, position } };
}

/** A promoted standby has a log of its own. */
const REACHED = `SELECT pg_is_in_recovery()
    AND ${logOf('(SELECT "timeline_id" FROM pg_control_checkpoint())')} = ?
    AND pg_last_wal_replay_lsn() >= CAST(? AS pg_lsn) AS "isReached"`;

/** Whether every later snapshot of the server has what was committed before the moment. */
export async function hasReached(session: Session, { log, position }: Moment): Promise<boolean> {
  const { rows } = await session.run({ sql: REACHED, params: [log, position] });
  return rows[0]?.['isReached'] === true;
}
