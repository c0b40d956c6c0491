/** The chains of audit records. */
import { rowsOf } from './plan.ts';
import type { Plan } from './plan.ts';

/** Each step finds the next chain in the index, however many records a chain has. */
const CHAINS = `WITH RECURSIVE chains("chain") AS (
    SELECT min("chain") FROM "AuditEvent" WHERE "chain" > ''
    UNION ALL
    SELECT (SELECT min("chain") FROM "AuditEvent" WHERE "chain" > chains."chain")
    FROM chains WHERE chains."chain" IS NOT NULL)
  SELECT "chain" FROM chains WHERE "chain" IS NOT NULL`;

export function* selectChains(): Plan<string[]> {
  const rows = yield* rowsOf<{ chain: string }>(CHAINS);
  return rows.map(({ chain }) => chain);
}
