/** SQLite, embedded: one file, one process that usually has it to itself. */
import type { Engine } from '#lib/store/handles.ts';
import { verify } from '#lib/store/prisma/verify.ts';
import { snapshot, transaction } from '#lib/store/prisma/writing.ts';
import { selectAccessRevision } from '#lib/store/sql/access-events.ts';
import { committed } from './committed-reads.ts';
import { copies } from './copies.ts';
import { closeHandles, handles } from './database.ts';

/** Damage of the file, and rows that refer to nothing. */
const CHECKS = [
  `SELECT "quick_check" AS "text" FROM pragma_quick_check WHERE "quick_check" <> 'ok'`,
  `SELECT 'row ' || coalesce("rowid", '') || ' of ' || "table" || ' refers to no row of ' || "parent"
     AS "text" FROM pragma_foreign_key_check`,
];

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
  verify: async () => verify(await handles().store, CHECKS),
  copies,
};
