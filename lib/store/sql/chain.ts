/** The chains of audit records. */
import type { Link } from '#lib/store/handles.ts';
import { rowOf, rowsOf, type Plan } from './plan.ts';
import { given } from './values.ts';

const END = `SELECT "sequence", "hash" FROM "AuditEvent"
  WHERE "chain" = ${given('text')} AND "sequence" IS NOT NULL ORDER BY "sequence" DESC LIMIT 1`;

/** Each step finds the next chain in the index, however many records a chain has. */
const CHAINS = `WITH RECURSIVE chains("chain") AS (
    SELECT min("chain") FROM "AuditEvent" WHERE "chain" > ''
    UNION ALL
    SELECT (SELECT min("chain") FROM "AuditEvent" WHERE "chain" > chains."chain")
    FROM chains WHERE chains."chain" IS NOT NULL)
  SELECT "chain" FROM chains WHERE "chain" IS NOT NULL`;

/** The last record of a chain; null if it has none. */
export function* selectChainEnd(chain: string): Plan<Link | null> {
  return (yield* rowOf<Link>(END, [chain])) ?? null;
}

export function* selectChains(): Plan<string[]> {
  const rows = yield* rowsOf<{ chain: string }>(CHAINS);
  return rows.map(({ chain }) => chain);
}
