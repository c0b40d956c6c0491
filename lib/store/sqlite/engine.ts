/** SQLite, embedded: one file, one process that usually has it to itself. */
import type { Engine } from '#lib/store/handles.ts';
import { snapshot, transaction } from '#lib/store/prisma/writing.ts';
import { selectAccessRevision } from '#lib/store/sql/access-events.ts';
import { committed } from './committed-reads.ts';
import { copies } from './copies.ts';
import { closeHandles, handles } from './database.ts';
import { verify } from './verify.ts';

export const sqlite: Engine = {
  async open() {
    await handles().store;
  },
  close: closeHandles,
  committed,
  snapshot: async (work) => snapshot(await handles().store, work),
  transaction: async (work, signal) => transaction(await handles().store, work, signal),
  accessRevision: async () => handles().reader.follow(selectAccessRevision()),
  spendTogether: null,
  verify: async () => verify(),
  copies,
};
