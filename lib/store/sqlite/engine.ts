/** SQLite, embedded: one file, one process that usually has it to itself. */
import type { Engine } from '#lib/store/handles.ts';
import { SqlReads } from '#lib/store/sql/reads.ts';
import { accessRevision } from './access-revision.ts';
import { copies } from './copies.ts';
import { closeHandles, handles } from './database.ts';
import { dialect } from './dialect.ts';
import { onConnection } from './runner.ts';
import { verify } from './verify/verify.ts';

const committed = new SqlReads(
  dialect,
  onConnection(() => handles().readers.current()),
);

export const sqlite: Engine = {
  async open() {
    handles();
  },
  async close() {
    closeHandles();
  },
  committed,
  snapshot: (work) => handles().readers.snapshot(work),
  transaction: (work, signal) => handles().writer.run(work, signal),
  accessRevision: async () => accessRevision(handles().readers.current()),
  verify: async () => verify(),
  copies,
};
