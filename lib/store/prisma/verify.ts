/** Compares all derived data of the database with its rows. */
import { rowsOf } from '#lib/store/sql/plan.ts';
import { problems } from '#lib/store/sql/problems.ts';
import { snapshot, type Store } from './writing.ts';

/** How long all of it may take, in milliseconds. */
const LONGEST_MS = 3_600_000;
const MOST = 20;

/**
 * As {@link Engine.verify}.
 *
 * @param checks selects of further problems, each as a "text".
 */
export function verify(store: Store, checks: readonly string[] = []): Promise<string[]> {
  return snapshot(
    store,
    async (_reads, source) => {
      const wrong: string[] = [];
      for (const sql of [...checks, ...problems(store.dialect)]) {
        const rows = await source.run(() => rowsOf<{ text: string }>(`${sql} LIMIT ${MOST}`));
        wrong.push(...rows.map(({ text }) => text));
      }
      return wrong;
    },
    LONGEST_MS,
  );
}
