/** Compares all derived data of the database with its rows. */
import type { Dialect } from './dialect.ts';
import { rowsOf, type Run } from './plan.ts';
import { problems } from './problems.ts';

/** How long all of it may take, in milliseconds. */
export const VERIFY_MS = 3_600_000;
const MOST = 20;

/**
 * As {@link Engine.verify}, in a snapshot.
 *
 * @param checks selects of further problems, each as a "text".
 */
export async function verify(
  dialect: Dialect,
  run: Run,
  checks: readonly string[] = [],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const sql of [...checks, ...problems(dialect)]) {
    const rows = await run(() => rowsOf<{ text: string }>(`${sql} LIMIT ${MOST}`));
    wrong.push(...rows.map(({ text }) => text));
  }
  return wrong;
}
