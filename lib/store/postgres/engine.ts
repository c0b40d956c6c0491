/** PostgreSQL: one database for any number of processes. */
import type { Engine } from '#lib/store/engine.ts';
import { transaction } from '#lib/store/prisma/writing.ts';
import { readsFrom } from '#lib/store/sql/reads.ts';
import { verify, VERIFY_MS } from '#lib/store/sql/verify.ts';
import { closeHandles, handles } from './database.ts';
import { dialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { accessRevision, committed, snapshot } from './reading.ts';
import { spendTogether } from './request-buckets.ts';

export const postgres: Engine = {
  open: migrate,
  close: closeHandles,
  committed,
  snapshot: (work) => snapshot((run) => work(readsFrom(dialect, run))),
  transaction: async (work, signal) => transaction(await handles().store, work, signal),
  accessRevision,
  spendTogether,
  verify: () => snapshot((run) => verify(dialect, run), VERIFY_MS),
  copies: null,
};
