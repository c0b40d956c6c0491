/** PostgreSQL: one database for any number of processes. */
import type { Engine } from '#lib/store/handles.ts';
import { verify } from '#lib/store/prisma/verify.ts';
import { snapshot, transaction } from '#lib/store/prisma/writing.ts';
import { closeHandles, handles } from './database.ts';
import { migrate } from './migrate.ts';
import { accessRevision, committed } from './reading.ts';
import { spendTogether } from './request-buckets.ts';

export const postgres: Engine = {
  open: migrate,
  close: closeHandles,
  committed,
  snapshot: async (work) => snapshot(await handles().store, work),
  transaction: async (work, signal) => transaction(await handles().store, work, signal),
  accessRevision,
  spendTogether,
  verify: async () => verify(await handles().store),
  copies: null,
};
