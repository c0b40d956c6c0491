/** SQLite, embedded: one file, one process that usually has it to itself. */
import type { Engine } from '#lib/store/handles.ts';
import { accessRevision } from './access-revision.ts';
import { CommittedReads } from './committed-reads.ts';
import { copies } from './copies.ts';
import { closeHandles, handles } from './database.ts';
import { verify } from './verify/verify.ts';

export const sqlite: Engine = {
  async open() {
    handles();
  },
  async close() {
    await closeHandles();
  },
  committed: new CommittedReads(handles),
  snapshot: (work) => handles().readers.snapshot(work),
  transaction: (work, signal) => handles().writer.run(work, signal),
  present: async () => ({
    revision: accessRevision(handles().readers.current()),
    moment: null,
  }),
  spendTogether: null,
  verify: async () => verify(),
  copies,
};
