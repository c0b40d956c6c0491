/** SQLite, embedded: one file, one process that usually has it to itself. */
import type { Engine } from '#lib/store/engine.ts';
import { transaction } from '#lib/store/prisma/writing.ts';
import { selectAccessRevision } from '#lib/store/sql/access-events.ts';
import { outcomeOf } from '#lib/store/sql/jobs.ts';
import { committedReads, readsFrom } from '#lib/store/sql/reads.ts';
import { verify, VERIFY_MS } from '#lib/store/sql/verify.ts';
import { TOO_LONG } from './connection.ts';
import { copies } from './copies.ts';
import { closeHandles, explained, handles, inSnapshot } from './database.ts';
import { dialect } from './dialect.ts';

/** Damage of the file, and rows that refer to nothing. */
const CHECKS = [
  `SELECT "quick_check" AS "text" FROM pragma_quick_check WHERE "quick_check" <> 'ok'`,
  `SELECT 'row ' || coalesce("rowid", '') || ' of ' || "table" || ' refers to no row of ' || "parent"
     AS "text" FROM pragma_foreign_key_check`,
];

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error);
  }
}

/** A thread reads what may look at many rows, so that it holds up nobody. */
const committed = committedReads(
  dialect,
  (plan) => inWords(async () => handles().reader.follow(plan())),
  (job, asker) =>
    inWords(async () => {
      const { reader, threads } = handles();
      try {
        return reader.atOnce(outcomeOf(dialect, job));
      } catch (error) {
        if (error !== TOO_LONG) throw error;
      }
      return threads.run(job, asker);
    }),
);

export const sqlite: Engine = {
  async open() {
    await handles().store;
  },
  close: closeHandles,
  committed,
  snapshot: (work) => inSnapshot((run) => work(readsFrom(dialect, run))),
  transaction: async (work, signal) => transaction(await handles().store, work, signal),
  accessRevision: async () => handles().reader.follow(selectAccessRevision()),
  spendTogether: null,
  verify: () => inSnapshot((run) => verify(dialect, run, CHECKS), VERIFY_MS),
  copies,
};
