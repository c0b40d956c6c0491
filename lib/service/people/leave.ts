/** A person leaves an organization, or refuses to join it. */
import { z } from 'zod';
import { notFound, refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { isConfirmed } from '#lib/auth/matching/joined.ts';
import { blockedIdentity } from '#lib/auth/own-identity.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { isOwnUrl, wherePerson } from '#lib/auth/tokens/known-urls.ts';
import type {
  LeaveOrganizationRequestJson,
  LeaveOrganizationResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { identity } from '#lib/resources/identity.ts';
import { identityKey } from '#lib/resources/identity-key.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { actorOf, auditRows } from '#lib/service/calls/audit.ts';
import { writeAs, type Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { checkRootUid } from '#lib/service/groups/require-owner.ts';
import { requireActsAlone } from '#lib/service/people/own-will.ts';
import { deleteSessions, sessionsIn } from '#lib/service/people/person-sessions.ts';
import { bindingsWhere, endBindings } from '#lib/service/rules/binding-ends.ts';
import { callAs } from '#lib/service/rules/founder.ts';
import { keepAnOwner } from '#lib/service/rules/last-owner.ts';
import { dangerOfDelete } from '#lib/service/rules/recent-sign-in.ts';
import { all, any, below, is, isIn } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';

type Identity = RowOf<'Identity'>;

interface Leaving {
  root: string;
  /** The identities of the organization that name the caller. */
  here: Identity[];
  /** The identities of other organizations that name the caller. */
  elsewhere: Identity[];
  /** The bindings that end: of the identities here, and those of the organization to the ones elsewhere. */
  bindings: RowOf<'RoleBinding'>[];
  /** Whether the account of the caller is of the organization. */
  holdsAccount: boolean;
}

const request = z.strictObject({ groupUid: z.string() });

/**
 * Deletes the identities of the organization that name the caller, with their keys, role bindings and saved
 * views, the role bindings of the organization to other identities of the caller, and the sessions that
 * began there. The caller's account goes with the organization that holds it, which is left last.
 *
 * @throws ApiError INVALID_ARGUMENT on `groupUid`; NOT_FOUND for an organization that neither names nor
 *   binds the caller; FAILED_PRECONDITION `LAST_OWNER`, `ACCOUNT_HELD`, `IDENTITY_BLOCKED`,
 *   `KEY_NOT_ALLOWED`, `NO_IDENTITY`; as {@link requireRecentSignIn}.
 */
export function leaveOrganization(
  call: Call,
  body: LeaveOrganizationRequestJson,
): Promise<LeaveOrganizationResponseJson> {
  const root = checkRootUid(checked(request, body).groupUid, 'groupUid');
  return writeAs(call, async (tx, current) => {
    requireActsAlone(current);
    // A block of the caller would end with their identity.
    if (current.principal.blockedIn.some((group) => rootUid(group) === root)) {
      throw blockedIdentity();
    }
    const leaving = await whatEnds(tx, current, root);
    const { here, bindings } = leaving;
    if (here.length === 0 && bindings.length === 0) throw notFound('Group', root);
    requireAccountLast(leaving);
    const unconfirmed = here.filter((row) => !isConfirmed(row)).map(({ uid }) => uid);
    // Whatever others made of the identities elsewhere, the caller may leave.
    const granting = bindings.filter(
      ({ parent, identityUid }) => rootUid(parent) === root && !unconfirmed.includes(identityUid),
    );
    await keepAnOwner(tx, current, granting);
    await requireRecentToLeave(tx, current, leaving);
    await end(tx, callOf(current, leaving), leaving);
    return { groupUid: root, identityUids: here.map(({ uid }) => uid) };
  });
}

async function whatEnds(reads: Reads, { principal }: Call, root: string): Promise<Leaving> {
  const named = await reads.rows('Identity', await wherePerson(principal));
  const here = named.filter(({ uid }) => rootUid(uid) === root);
  const elsewhere = named.filter((row) => !here.includes(row));
  const whereHere = any(is('parent', root), below(root));
  const bindings = [
    ...(await bindingsWhere(reads, isIn('identityUid', uidsOf(here)))),
    ...(await bindingsWhere(reads, all(isIn('identityUid', uidsOf(elsewhere)), whereHere))),
  ];
  const holdsAccount = rootUid(principal.subject) === root && (await isOwnUrl(principal.issuer));
  return { root, here, elsewhere, bindings, holdsAccount };
}

const uidsOf = (rows: readonly Identity[]) => rows.map(({ uid }) => uid);

/** Nobody loses an organization by leaving another one. */
function requireAccountLast({ root, elsewhere, holdsAccount }: Leaving): void {
  if (!holdsAccount || !elsewhere.some(isConfirmed)) return;
  const words =
    'the organization holds your account, with which you sign in to others; leave those first';
  throw refusal('ACCOUNT_HELD', words, root);
}

/** Whoever only refuses to join loses nothing. */
async function requireRecentToLeave(
  tx: Transaction,
  { principal }: Call,
  { here, holdsAccount }: Leaving,
): Promise<void> {
  const danger = holdsAccount ? 'leaving the organization of your account' : null;
  const dangers = [danger];
  for (const row of here.filter(isConfirmed))
    dangers.push(await dangerOfDelete(tx, 'Identity', row));
  const [first] = dangers.filter((one) => one !== null);
  if (first !== undefined) await requireRecentSignIn(principal, first, tx);
}

/** An organization that the caller has not joined learns nothing of them from its record. */
function callOf(call: Call, { here }: Leaving): Call {
  const [first] = here;
  if (first === undefined) return call;
  const own = here.find(isConfirmed) ?? first;
  return { ...callAs(call, own.uid), ...(!isConfirmed(own) && { caller: undefined }) };
}

async function end(tx: Transaction, call: Call, leaving: Leaving): Promise<void> {
  const { root, here, bindings, holdsAccount } = leaving;
  const [first] = here;
  if (first !== undefined) {
    await deleteSessions(tx, call, first, await sessionsIn(tx, root, call.principal));
  }
  await endBindings(tx, { ...call, onBehalfOf: root }, bindings);
  const uids = uidsOf(here);
  for (const key of await tx.rows('IdentityKey', isIn('identityUid', uids))) {
    await tx.delete('IdentityKey', key.uid);
    await auditRows(tx, call, identityKey, 'delete', { before: key });
  }
  if (holdsAccount) await endAccount(tx, call);
  await tx.deleteAll('SavedView', isIn('owner', uids));
  for (const before of here) {
    await tx.delete('Identity', before.uid);
    await auditRows(tx, call, identity, 'delete', { before });
  }
}

async function endAccount(tx: Transaction, call: Call): Promise<void> {
  const { subject } = call.principal;
  if ((await tx.deleteAll('Account', is('identityUid', subject))) === 0) return;
  const actor = actorOf(call, subject);
  await recordAboutIdentity(tx, subject, { event: 'account.deleted', operation: 'delete', actor });
}
