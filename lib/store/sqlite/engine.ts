/** SQLite, embedded: one file, one process that usually has it to itself. */
import type { Engine } from '#lib/store/engine.ts';
import { explaining } from '#lib/store/prisma/errors.ts';
import { committedReads, type Source } from '#lib/store/prisma/reads.ts';
import { verify } from '#lib/store/prisma/verify.ts';
import { snapshot, transaction } from '#lib/store/prisma/writing.ts';
import { outcomeOf } from '#lib/store/sql/jobs.ts';
import { isTooLong } from './connection.ts';
import { copies } from './copies.ts';
import { closeHandles, explained, handles } from './database.ts';
import { dialect } from './dialect.ts';

/** Damage of the file, and rows that refer to nothing. */
const CHECKS = [
  `SELECT "quick_check" AS "text" FROM pragma_quick_check WHERE "quick_check" <> 'ok'`,
  `SELECT 'row ' || coalesce("rowid", '') || ' of ' || "table" || ' refers to no row of ' || "parent"
     AS "text" FROM pragma_foreign_key_check`,
];

export const source: Source = {
  dialect,
  async ask(call) {
    const { client } = await handles().store;
    return explaining(explained, async () => call(client));
  },
  run: (plan) => explaining(explained, async () => handles().reader.follow(plan())),
};

export const sqlite: Engine = {
  async open() {
    await handles().store;
  },
  close: closeHandles,
  // A page, a list of uids, a count or the advisories by week are read at once if few rows are expected
  // to be looked at. A thread does any other read, so that it holds up nobody.
  committed: committedReads(source, (job, asker) =>
    explaining(explained, async () => {
      const { reader, threads } = handles();
      try {
        return reader.atOnce(outcomeOf(dialect, job));
      } catch (error) {
        if (!isTooLong(error)) throw error;
      }
      return threads.run(job, asker);
    }),
  ),
  snapshot: async (work) => snapshot(await handles().store, work),
  transaction: async (work, writing) => transaction(await handles().store, work, writing),
  accessRevision: async () => {
    const { reader, revision } = handles();
    return reader.follow(revision());
  },
  spendTogether: null,
  verify: async () => verify(await handles().store, CHECKS),
  copies,
};
