/** Compares all derived data of the database with its rows. */
import type { Values } from '#lib/store/sql/plan.ts';
import { problems } from '#lib/store/sql/problems.ts';
import { handles } from './database.ts';
import { dialect } from './dialect.ts';

/** How long all of it may take, in milliseconds. */
const LONGEST_MS = 3_600_000;
/** The most problems of one kind that are told. */
const MOST = 20;

/** As {@link Engine.verify}. */
export async function verify(): Promise<string[]> {
  const { client, limits } = await handles().store;
  return client.snapshot(
    async (handle) => {
      const wrong: string[] = [];
      for (const sql of problems(dialect)) {
        const rows = await handle.$queryRawUnsafe(`${sql} LIMIT ${MOST}`);
        wrong.push(...(rows as Values[]).map(({ text }) => String(text)));
      }
      return wrong;
    },
    { maxWait: limits.turn, timeout: LONGEST_MS },
  );
}
