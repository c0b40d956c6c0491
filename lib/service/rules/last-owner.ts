/** A root group always keeps an owner, and not by bindings that end by themselves. */
import { withoutEffectAt } from '#lib/auth/matching/blocked.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { refusal } from '#lib/aip/errors.ts';
import { isRootUid } from '#lib/aip/uid.ts';
import { whereLastingOwner } from '#lib/store/in-effect.ts';
import { all, isIn, not } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import type { Call } from '#lib/service/calls/call.ts';

interface Leaving {
  uid: string;
  parent: string | null;
  roleUid: string;
  startTime: Date | null;
  expirationTime: Date | null;
}

/** Whether it has begun, and does not end by itself. */
export const isLasting = async (
  reads: Reads,
  { startTime, expirationTime }: Pick<Leaving, 'startTime' | 'expirationTime'>,
): Promise<boolean> =>
  expirationTime === null && (startTime === null || startTime <= (await reads.now()));

/**
 * The root groups that would have no other owner without these bindings.
 *
 * @param heir the identity that gets them instead.
 */
export async function rootsWithoutOwner(
  tx: Transaction,
  leaving: readonly Leaving[],
  heir?: string,
): Promise<string[]> {
  const owner = builtInRole('owner').uid;
  const roots = new Set<string>();
  const owning = leaving.filter(
    ({ parent, roleUid }) => roleUid === owner && parent !== null && isRootUid(parent),
  );
  for (const one of owning) {
    if (one.parent !== null && (await isLasting(tx, one))) roots.add(one.parent);
  }
  const uids = leaving.map(({ uid }) => uid);
  const found: string[] = [];
  for (const root of roots) {
    const whereOther = all(whereLastingOwner(root), not(isIn('uid', uids)));
    const others = (await tx.rows('RoleBinding', whereOther)).map(({ identityUid }) => identityUid);
    const staying = new Set(heir === undefined ? others : [...others, heir]);
    const stopped = await withoutEffectAt(tx, [...staying], root);
    if (stopped.size === staying.size) found.push(root);
  }
  return found;
}

/**
 * Call it with the bindings that are about to be deleted or changed, in the transaction that writes
 * them. Its write lock prevents two owners from leaving at the same time.
 *
 * @param heir as for {@link rootsWithoutOwner}.
 * @throws ApiError FAILED_PRECONDITION, LAST_OWNER, if no owner would remain who is not
 *   blocked and has joined.
 */
export async function keepAnOwner(
  tx: Transaction,
  call: Call,
  leaving: readonly Leaving[],
  heir?: string,
): Promise<void> {
  for (const root of await rootsWithoutOwner(tx, leaving, heir)) {
    // An administrator of a child group may not see the root group.
    const subject = call.reach.holds('groups.list', root) ? root : undefined;
    const group = subject === undefined ? 'the organization' : `group ${root}`;
    const description = `${group} would have no owner; bind the owner role to another identity first`;
    throw refusal('LAST_OWNER', description, subject);
  }
}
