/**
 * Removes role bindings a while after their end, which decides nothing: since then they have granted nothing. Until they are
 * removed, whoever may list them sees who had a role.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { partsOf } from '#lib/parts.ts';
import { periodically } from '#lib/periodically.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { bindingsWhere, endBindings } from '#lib/service/rules/binding-ends.ts';
import { isIn, lessThan } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 90 * DAY_MS;
const TICK_MS = 10 * 60 * 1000;
/** Few enough that nobody waits long for a turn to write. */
const AT_ONCE = 200;
/** In the log of whoever lost the role. */
const ACTOR = 'end of role bindings';

/** While the server runs. @returns ends it. */
export function scheduleEndedBindings(): () => Promise<void> {
  return periodically(TICK_MS, 'cannot remove role bindings that ended long ago', removeLongEnded);
}

/** Several processes may do it at a time: each removes what it finds left. */
export async function removeLongEnded(signal?: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - KEPT_MS);
  const uids = await committed.uids(
    'RoleBinding',
    lessThan('expirationTime', before),
    'expirationTime',
  );
  for await (const part of partsOf(uids, AT_ONCE)) {
    if (signal?.aborted === true) return;
    await transaction(async (tx) => {
      // Somebody may have given it another end.
      const ended = await bindingsWhere(tx, isIn('uid', part));
      const left = ended.filter(
        ({ expirationTime }) => expirationTime !== null && expirationTime < before,
      );
      for (const [root, some] of Map.groupBy(left, ({ parent }) => rootUid(parent))) {
        await endBindings(tx, { ...operatorCall(root), actor: ACTOR }, some);
      }
    });
  }
}
