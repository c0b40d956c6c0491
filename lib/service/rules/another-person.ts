/**
 * Ends what belongs to the former person when an identity matches somebody else: account, sessions,
 * keys and tokens, and the effect of bindings by other organizations.
 */
import { isDeepStrictEqual } from 'node:util';
import { rootUid } from '#lib/aip/uid.ts';
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { isBlockedIn } from '#lib/auth/matching/blocked.ts';
import { sessionsOfAccount } from '#lib/auth/sessions/sessions.ts';
import { partsOf } from '#lib/parts.ts';
import { endedKey, keepEnded } from '#lib/auth/refused-uses.ts';
import { claimMatchOf, type ClaimMatch } from '#lib/resources/identity.ts';
import { identityKey } from '#lib/resources/identity-key.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { Columns, RowOf } from '#lib/resources/rows.ts';
import { deleteSessions } from '#lib/service/people/person-sessions.ts';
import { actorOf, auditAll, auditRows } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, any, below, is, isIn, not } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { AT_ONCE, bindingsWhere } from './binding-ends.ts';
import { grantsOf } from './granting.ts';
import { keepAnOwner } from './last-owner.ts';

type Identity = RowOf<'Identity'>;
type Binding = RowOf<'RoleBinding'>;

export const matchesOthers = (before: Identity, match: ClaimMatch): boolean =>
  !isDeepStrictEqual(withoutEmpty(claimMatchOf(before)), withoutEmpty(match));

/** A map without entries asks for nothing, as an absent one does. */
const withoutEmpty = (match: ClaimMatch): object =>
  Object.fromEntries(
    Object.entries(match).filter(
      ([, value]) => typeof value === 'string' || Object.keys(value ?? {}).length > 0,
    ),
  );

/**
 * @param next what the identity matches next, and whether that person has yet to join.
 * @returns the columns of the identity that are not the next person's.
 * @throws ApiError FAILED_PRECONDITION `LAST_OWNER` if the next person is blocked or has not joined, so
 *   that the organization would have no owner. Another one may be left without: see decision 62.
 */
export async function becomeAnother(
  tx: Transaction,
  call: Call,
  row: Identity,
  { match, isUnconfirmed }: { match: ClaimMatch; isUnconfirmed: boolean },
): Promise<Columns<'Identity'>> {
  const { uid } = row;
  const sessions = await tx.find('Session', await sessionsOfAccount(uid));
  await deleteSessions(tx, call, row, sessions);
  if ((await tx.deleteAll('Account', is('identityUid', uid))) > 0) {
    const actor = actorOf(call, uid);
    await recordAboutIdentity(tx, uid, { event: 'account.deleted', operation: 'delete', actor });
  }
  for (const key of await tx.rows('IdentityKey', is('identityUid', uid))) {
    await tx.delete('IdentityKey', key.uid);
    await keepEnded(tx, [endedKey(key)]);
    await auditRows(tx, call, identityKey, 'delete', { before: key });
  }
  if (isUnconfirmed || (await isBlockedIn(tx, match, rootUid(uid)))) {
    const here = await bindingsWhere(tx, all(is('identityUid', uid), whereHere(uid)));
    await keepAnOwner(tx, call, here);
  }
  await suspend(tx, call, uid, await boundElsewhere(tx, uid));
  const lastSeenTime = row.createTime;
  return { namesSince: new Date(), lastSeenTime, email: null, emailUnverified: null };
}

const whereHere = (identityUid: string) => {
  const root = rootUid(identityUid);
  return any(is('parent', root), below(root));
};

function boundElsewhere(tx: Transaction, identityUid: string): Promise<Binding[]> {
  const whereElsewhere = not(whereHere(identityUid));
  const whereTheirs = all(
    is('identityUid', identityUid),
    is('unconfirmedTime', null),
    whereNotEnded,
    whereElsewhere,
  );
  return bindingsWhere(tx, whereTheirs);
}

/** Ends the effect of bindings until somebody who may make them confirms them. */
async function suspend(
  tx: Transaction,
  call: Call,
  identityUid: string,
  bindings: readonly Binding[],
): Promise<void> {
  const acting = { ...call, onBehalfOf: rootUid(identityUid) };
  const unconfirmedTime = new Date();
  for await (const part of partsOf(bindings, AT_ONCE)) {
    const uids = part.map(({ uid }) => uid);
    await tx.updateAll('RoleBinding', isIn('uid', uids), { unconfirmedTime });
    const changes = part.map((before) => ({ before, after: { ...before, unconfirmedTime } }));
    await auditAll(tx, acting, roleBinding, 'update', changes);
  }
}

/**
 * Ends the effect of bindings in other organizations that grant more than the caller holds there. An
 * administrator who sees a link for a new password can become the person of the identity.
 */
export async function suspendBeyond(
  tx: Transaction,
  call: Call,
  identityUid: string,
): Promise<void> {
  const bindings = await boundElsewhere(tx, identityUid);
  const missing = (await grantsOf(tx, bindings)).map(({ group, capabilities }) =>
    call.reach.missing(capabilities, group),
  );
  const beyond = bindings.filter((_, index) => missing[index]?.length !== 0);
  await suspend(tx, call, identityUid, beyond);
}
