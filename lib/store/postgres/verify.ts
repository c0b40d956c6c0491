/** Compares all derived data of the database with its rows. */
import { snapshot } from '#lib/store/prisma/writing.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import { problems } from '#lib/store/sql/problems.ts';
import { handles } from './database.ts';
import { dialect } from './dialect.ts';

/** How long all of it may take, in milliseconds. */
const LONGEST_MS = 3_600_000;
/** The most problems of one kind to report. */
const MOST = 20;

/** As {@link Engine.verify}. */
export async function verify(): Promise<string[]> {
  return snapshot(
    await handles().store,
    async (_reads, source) => {
      const wrong: string[] = [];
      for (const sql of problems(dialect)) {
        const rows = await source.run(() => rowsOf<{ text: string }>(`${sql} LIMIT ${MOST}`));
        wrong.push(...rows.map(({ text }) => text));
      }
      return wrong;
    },
    LONGEST_MS,
  );
}
