/** Blocking and unblocking identities: what each ends or restores, and who may do it. */
import { permissionDenied, refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { naming, namedBy, type Person } from '#lib/auth/matching/blocked.ts';
import { uidsByPattern } from '#lib/auth/matching/pattern-candidates.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { shareOf } from '#lib/limits/shares.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { all, below, isIn } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { bindingsWhere, requireBindingDeletes } from './binding-ends.ts';
import { grantsOf, requireAll } from './granting.ts';
import { keepAnOwner } from './last-owner.ts';
import { letsIn } from './recent-sign-in.ts';

type Identity = RowOf<'Identity'>;
type Binding = RowOf<'RoleBinding'>;

const bindingsOf = (reads: Reads, uids: readonly string[], root: string) =>
  bindingsWhere(reads, all(isIn('identityUid', uids), below(root)));

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
 * Checks that the caller may delete every binding that gives the person access in this organization.
 *
 * @throws ApiError PERMISSION_DENIED
 */
export async function requireMayTakeAccess(reads: Reads, call: Call, row: Identity): Promise<void> {
  requireBindingDeletes(call, (await givenTo(reads, row)).all, row.uid);
}

/**
 * Checks that the caller may delete every binding that gives the person access in this organization:
 * the block takes all of it away.
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
  const given = await givenTo(tx, row);
  requireBindingDeletes(call, given.all, row.uid);
  await keepAnOwner(tx, call, given.own);
  const grants = await grantsOf(tx, given.all);
  if (row.blockedTime !== null || !grants.some(({ capabilities }) => letsIn(capabilities))) return;
  await requireRecentSignIn(call.principal, 'blocking somebody who can grant roles', tx);
}

/**
 * Checks that the caller holds all that the bindings grant, because unblocking restores it.
 *
 * @throws ApiError PERMISSION_DENIED that names what the caller lacks; as {@link requireRecentSignIn}
 *   where a role is restored that can grant roles.
 */
export async function requireMayUnblock(tx: Transaction, call: Call, row: Identity): Promise<void> {
  const given = await givenTo(tx, row);
  requireBindingDeletes(call, given.all, row.uid);
  await requireGrants(tx, call, given.all, row);
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
  const given = await givenTo(tx, row);
  const others = given.all.filter(({ identityUid }) => identityUid !== row.uid);
  await requireGrants(tx, call, others, row);
}

async function requireGrants(
  tx: Transaction,
  call: Call,
  bindings: readonly Binding[],
  { uid, blockedTime }: Identity,
): Promise<void> {
  const grants = await grantsOf(tx, bindings);
  for (const { group, capabilities } of grants) {
    // The error must not name a group that the caller may not see.
    if (!call.reach.holds('groups.list', group)) {
      throw permissionDenied(['role_bindings.create'], uid);
    }
    requireAll(call, capabilities, group);
  }
  if (blockedTime === null || !grants.some(({ capabilities }) => letsIn(capabilities))) return;
  await requireRecentSignIn(call.principal, 'restoring a role that can grant roles', tx);
}
