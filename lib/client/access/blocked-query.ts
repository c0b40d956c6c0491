import { queryOptions } from '@tanstack/react-query';
import { phaseOf } from '#lib/client/access/binding-times.ts';
import { readByUids } from '#lib/client/resources/batches.ts';
import {
  identities,
  type Identity,
  roleBindings,
  type RoleBinding,
} from '#lib/client/resources/resources.ts';

/** What keeps a role binding from having effect: a block, or that its person has not joined. */
export type Stop = 'blocked' | 'notJoined';

export const NONE: ReadonlyMap<string, Stop> = new Map();

/** By uid, those role bindings that have no effect because of whom they name. */
export function stoppedQuery(rows: readonly RoleBinding[] = []) {
  const uids = rows.map(({ uid }) => uid).sort();
  return queryOptions({
    queryKey: ['roleBindings', 'list', { 'uidp.ids': uids }, 'stopped'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Stop>> => {
      const only = { in_effect: 'false' };
      const found = await readByUids<RoleBinding>(roleBindings.collection, uids, signal, only);
      const stopped = found.filter(
        (one) => one.unconfirmedTime === undefined && phaseOf(one) === 'current',
      );
      const absent = await notJoined(stopped, signal);
      return new Map(
        stopped.map(({ uid, identity }) => [
          uid,
          absent.has(identity.uid) ? 'notJoined' : 'blocked',
        ]),
      );
    },
    enabled: uids.length > 0,
  });
}

/** The uids of those identities of the bindings whose person has not joined. A block counts for more. */
async function notJoined(
  bindings: readonly RoleBinding[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const uids = [...new Set(bindings.map(({ identity }) => identity.uid))].sort();
  const found = await readByUids<Identity>(identities.collection, uids, signal);
  const absent = found.filter(
    ({ blockedTime, unconfirmedTime }) =>
      unconfirmedTime !== undefined && blockedTime === undefined,
  );
  return new Set(absent.map(({ uid }) => uid));
}
