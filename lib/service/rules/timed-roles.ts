/** The roles that an organization binds for a while only, as its policy says. */
import type { FieldViolation } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { is } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

const SECOND_MS = 1_000;
/** How long a role lasts that somebody offered, where any end will do: 30 days. */
const OFFERED_S = 30 * 24 * 60 * 60;

/** For a role that a policy names. */
interface Limit {
  /** In seconds; null if any end will do. */
  longest: number | null;
}

async function limitOf(tx: Transaction, group: string, roleUid: string): Promise<Limit | null> {
  const policy = await tx.first('Policy', is('uid', rootUid(group)));
  const isTimed = policy?.timedRoles.includes(roleUid) === true;
  return isTimed ? { longest: policy.timedRolesMaxDuration } : null;
}

interface Asked {
  group: string;
  roleUid: string;
  startTime: Date | null;
  expirationTime: Date | null;
}

/** The problem with the end of a new role binding, if it has none or one too far from its beginning. */
export async function endProblems(
  tx: Transaction,
  { group, roleUid, startTime, expirationTime }: Asked,
): Promise<FieldViolation[]> {
  const limit = await limitOf(tx, group, roleUid);
  if (limit === null) return [];
  const { longest } = limit;
  const most = longest === null ? '' : `, at most ${longest}s after its beginning`;
  const description = `must be set${most}: the policy of the organization binds this role for a while only`;
  const problem = [{ field: 'expirationTime', description }];
  if (expirationTime === null) return problem;
  if (longest === null) return [];
  const now = await tx.now();
  const start = Math.max(now.getTime(), startTime?.getTime() ?? 0);
  // Ends are whole seconds, so that one that is asked for as a duration is not too late.
  return expirationTime.getTime() - start > (longest + 1) * SECOND_MS ? problem : [];
}

/**
 * The end of a role binding that somebody offered without one, as an invite does.
 *
 * @returns null if it needs none.
 */
export async function endOfOffered(
  tx: Transaction,
  group: string,
  roleUid: string,
): Promise<Date | null> {
  const limit = await limitOf(tx, group, roleUid);
  if (limit === null) return null;
  const longest = limit.longest ?? OFFERED_S;
  const now = Math.floor((await tx.now()).getTime() / SECOND_MS);
  return new Date((now + longest) * SECOND_MS);
}
