/**
 * The reads of rows, over committed rows, a snapshot or a transaction.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import type { Reads } from '#lib/store/handles.ts';
import { selectChainEnd } from './chain.ts';
import type { Dialect } from './dialect.ts';
import { selectGrants } from './grants.ts';
import type { Run } from './plan.ts';
import { selectAll, selectCount, selectOne, selectRows, selectUids } from './select.ts';
import { tallyOf } from './tallies.ts';

export function readsFrom(dialect: Dialect, run: Run): Reads {
  return {
    get: (type, uid) => run(() => selectOne(type, uid)),
    getAll: (type, uids) => run(() => selectAll(dialect, type, uids)),
    find: (table, where, found) => run(() => selectRows(dialect, table, where, found)),
    first: async (table, where) =>
      (await run(() => selectRows(dialect, table, where, { limit: 1 })))[0] ?? null,
    count: (table, where) => run(() => selectCount(dialect, table, where)),
    uids: (type, where, column) => run(() => selectUids(dialect, type, where, column)),
    tally: (type, uid) => run(() => tallyOf(type, uid)),
    grants: (identities, limits) => run(() => selectGrants(dialect, identities, limits)),
    chainEnd: (chain) => run(() => selectChainEnd(chain)),
  };
}
