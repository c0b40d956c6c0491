/** Blocking and unblocking identities: where a block has effect, what it ends, and who may do it. */
import { permissionDenied, refusal } from '#lib/aip/errors.ts';
import { isSameOrBelow, pathUids, rootUid } from '#lib/aip/uid.ts';
import { groupOfBlock, naming, namedBy, type Person } from '#lib/auth/matching/blocked.ts';
import { namedAt } from '#lib/auth/matching/named-since.ts';
import { uidsByPattern } from '#lib/auth/matching/pattern-candidates.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { shareOf } from '#lib/limits/shares.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, below, isIn } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { bindingsWhere, requireBindingDeletes } from './binding-ends.ts';
import { grantsOf, requireAll } from './granting.ts';
import { keepAnOwner } from './last-owner.ts';
import { letsIn } from './recent-sign-in.ts';

type Identity = RowOf<'Identity'>;
type Binding = RowOf<'RoleBinding'>;

const bindingsOf = (reads: Reads, uids: readonly string[], root: string) =>
  bindingsWhere(reads, all(isIn('identityUid', uids), below(root), whereNotEnded));

/**
 * All bindings that give the person something in this organization, which the block takes away. `own`
 * are those of identities that name the person literally, or of the one with patterns.
 */
async function givenTo(reads: Reads, { uid, ...row }: Identity) {
  const person = namedBy(row);
  const root = rootUid(uid);
  if (person === null) {
    const own = await bindingsOf(reads, [uid], root);
    return { own, all: own };
  }
  const { persons, identities } = await actingAs(uid, person);
  const named = (await reads.find('Identity', naming(persons))).map((one) => one.uid);
  const byPattern: string[] = [];
  const share = await shareOf(root, reads);
  for (const one of persons) byPattern.push(...(await uidsByPattern(one, [share])));
  const own = await bindingsOf(reads, [...new Set([...named, ...identities])], root);
  return { own, all: [...own, ...(await bindingsOf(reads, [...new Set(byPattern)], root))] };
}

/**
 * The principals and identities that a block of the identity stops. The subject of accounts and tokens
 * of the installation is the identity that they act as, whatever its claim match says meanwhile. Their
 * issuer may be any address of the installation.
 */
async function actingAs(uid: string, person: Person) {
  const own = await ownUrls();
  const subjects = own.has(person.issuer) ? [...new Set([person.subject, uid])] : [uid];
  const signedIn = subjects.flatMap((subject) => [...own].map((issuer) => ({ issuer, subject })));
  return { persons: [person, ...signedIn], identities: subjects };
}

/**
 * The group in which, and below which, a block by the caller would have effect: the topmost one that holds
 * the identity and where the caller may block. Nobody stops people where they could not take access away.
 * Null for an identity with patterns, of which the block stops everything.
 */
export function groupToBlockIn({ reach }: Call, row: Identity): string | null {
  if (namedBy(row) === null) return null;
  const mayBlockIn = (group: string) => reach.holds('identity.update', group);
  return pathUids(row.parent).find(mayBlockIn) ?? row.parent;
}

/**
 * A block that reaches further than the caller may block is for others to change or end.
 *
 * @throws ApiError PERMISSION_DENIED
 */
function requireMayChangeBlock({ reach }: Call, row: Identity): void {
  if (row.blockedTime === null || namedBy(row) === null) return;
  if (reach.holds('identity.update', groupOfBlock(row))) return;
  const words =
    'this block reaches beyond the groups where you may block; ask an administrator above';
  throw permissionDenied(['identity.update'], row.uid, words);
}

/** The bindings to which a block of the identity applies, of those that give its person something. */
const inBlock = (bindings: readonly Binding[], row: Identity, group = groupOfBlock(row)) =>
  namedBy(row) === null ? bindings : bindings.filter(({ parent }) => isSameOrBelow(parent, group));

/**
 * The bindings at, below and above the group of a block. One above it gives access in the group too, which the
 * block would not stop.
 */
const reachingInto = (bindings: readonly Binding[], group: string | null) =>
  bindings.filter(
    ({ parent }) => group === null || isSameOrBelow(parent, group) || isSameOrBelow(group, parent),
  );

/** Whether the caller set the block, and still is whom their identity named then. */
async function isOwnBlock(tx: Transaction, { principal }: Call, row: Identity): Promise<boolean> {
  const { blockedBy, blockedTime } = row;
  if (blockedBy === null || blockedTime === null) return false;
  if (!principal.ownIdentities.includes(blockedBy)) return false;
  const blocker = await tx.get('Identity', blockedBy);
  return blocker !== null && namedAt(blocker, blockedTime);
}

/**
 * Checks that the caller may delete every binding that gives the person access in this organization.
 *
 * @throws ApiError PERMISSION_DENIED
 */
export async function requireMayTakeAccess(reads: Reads, call: Call, row: Identity): Promise<void> {
  requireBindingDeletes(call, (await givenTo(reads, row)).all, row.uid);
}

/**
 * Checks that the caller may delete every binding that gives the person access where the block has effect:
 * it takes all of it away.
 *
 * @throws ApiError FAILED_PRECONDITION `OWN_IDENTITY` or `LAST_OWNER`; PERMISSION_DENIED; as
 *   {@link requireRecentSignIn} where the person can grant roles.
 */
export async function requireMayBlock(tx: Transaction, call: Call, row: Identity): Promise<void> {
  const { principal } = call;
  const { issuer, subject } = namedBy(row) ?? {};
  const isNamed = issuer === principal.issuer && subject === principal.subject;
  if (isNamed || principal.identities.includes(row.uid)) {
    throw refusal('OWN_IDENTITY', 'you would block yourself; ask another administrator', row.uid);
  }
  requireMayChangeBlock(call, row);
  const group = groupToBlockIn(call, row);
  const given = await givenTo(tx, row);
  const taken = reachingInto(given.all, group);
  requireBindingDeletes(call, taken, row.uid);
  await keepAnOwner(tx, call, inBlock(given.own, row, group ?? undefined));
  const grants = await grantsOf(tx, taken);
  if (row.blockedTime !== null || !grants.some(({ capabilities }) => letsIn(capabilities))) return;
  await requireRecentSignIn(call.principal, 'blocking somebody who can grant roles', tx);
}

/**
 * Checks that the caller holds all that the bindings grant, because unblocking restores it. Whoever set the
 * block may undo it: others have granted what has come since.
 *
 * @throws ApiError PERMISSION_DENIED that names what the caller lacks; as {@link requireRecentSignIn}
 *   where a role is restored that can grant roles.
 */
export async function requireMayUnblock(tx: Transaction, call: Call, row: Identity): Promise<void> {
  requireMayChangeBlock(call, row);
  const restored = inBlock((await givenTo(tx, row)).all, row);
  const isOwn = await isOwnBlock(tx, call, row);
  if (!isOwn) requireBindingDeletes(call, restored, row.uid);
  await requireGrants(tx, call, restored, { ...row, isOwn });
}

/**
 * The block ends with its identity. What the identity itself grants is deleted with it, but others
 * may grant the person something again.
 *
 * @throws ApiError as {@link requireMayUnblock}.
 */
export async function requireMayEndBlock(
  tx: Transaction,
  call: Call,
  row: Identity,
): Promise<void> {
  requireMayChangeBlock(call, row);
  const restored = inBlock((await givenTo(tx, row)).all, row);
  const others = restored.filter(({ identityUid }) => identityUid !== row.uid);
  await requireGrants(tx, call, others, { ...row, isOwn: await isOwnBlock(tx, call, row) });
}

async function requireGrants(
  tx: Transaction,
  call: Call,
  bindings: readonly Binding[],
  { uid, blockedTime, isOwn }: Pick<Identity, 'uid' | 'blockedTime'> & { isOwn: boolean },
): Promise<void> {
  const grants = await grantsOf(tx, bindings);
  for (const { group, capabilities } of isOwn ? [] : grants) {
    // The error must not name a group that the caller may not see.
    if (!call.reach.holds('groups.list', group)) {
      throw permissionDenied(['role_bindings.create'], uid);
    }
    requireAll(call, capabilities, group);
  }
  if (blockedTime === null || !grants.some(({ capabilities }) => letsIn(capabilities))) return;
  await requireRecentSignIn(call.principal, 'restoring a role that can grant roles', tx);
}
