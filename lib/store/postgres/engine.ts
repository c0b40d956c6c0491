/** PostgreSQL: one database for any number of processes. */
import type { Engine } from '#lib/store/handles.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import { migrate } from './migrate.ts';
import { committed, snapshot } from './reading.ts';
import { closeSessions } from './sessions.ts';
import { verify } from './verify.ts';
import { transaction } from './writing.ts';

export const postgres: Engine = {
  open: () => migrate(),
  close: closeSessions,
  committed,
  snapshot,
  transaction,
  accessRevision: () =>
    committed.runner.run(function* revision() {
      const [row] = yield* rowsOf<{ value: number }>('SELECT "value" FROM "AccessRevision"');
      return row?.value ?? 0;
    }),
  verify,
  copies: null,
};
