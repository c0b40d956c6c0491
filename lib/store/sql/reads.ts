/**
 * The reads of rows, over committed rows, a snapshot or a transaction.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import type { Reads } from '#lib/store/handles.ts';
import { is, isIn } from '#lib/store/predicates.ts';
import { selectChainEnd } from './chain.ts';
import type { Dialect } from './dialect.ts';
import { selectGrants } from './grants.ts';
import type { Run } from './plan.ts';
import { selectCount, selectRows, selectUids } from './select.ts';
import { tallyOf } from './tallies.ts';

export function readsFrom(dialect: Dialect, run: Run): Reads {
  const find: Reads['find'] = (table, where, found) =>
    run(() => selectRows(dialect, table, where, found));
  const first: Reads['first'] = async (table, where) =>
    (await find(table, where, { limit: 1 }))[0] ?? null;
  return {
    find,
    first,
    get: (type, uid) => first(type, is('uid', uid)),
    async getAll(type, uids) {
      const rows = uids.length === 0 ? [] : await find(type, isIn('uid', uids));
      const byUid = new Map(rows.map((row) => [row.uid, row]));
      return uids.flatMap((uid) => byUid.get(uid) ?? []);
    },
    count: (table, where) => run(() => selectCount(dialect, table, where)),
    uids: (type, where, column) => run(() => selectUids(dialect, type, where, column)),
    tally: (type, uid) => run(() => tallyOf(type, uid)),
    grants: (identities, limits) => run(() => selectGrants(dialect, identities, limits)),
    chainEnd: (chain) => run(() => selectChainEnd(chain)),
  };
}
