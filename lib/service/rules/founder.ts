/** The identity of whoever creates an organization. */
import { parentUid, rootUid } from '#lib/aip/uid.ts';
import { noIdentity, ownIdentityIn } from '#lib/auth/own-identity.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { identity } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { addIdentityOf } from '#lib/service/people/caller-identity.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';
import { bindingsWhere, endBindings } from './binding-ends.ts';

/**
 * The owner of a new organization is an identity of its own. A key acts only as the identity that it was
 * made for.
 *
 * @throws ApiError FAILED_PRECONDITION `NO_IDENTITY` for credentials of another identity alone.
 */
export async function newOwner(
  tx: Transaction,
  principal: Principal,
  root: string,
): Promise<string> {
  if (principal.key === undefined && principal.isWhole) {
    return addIdentityOf(tx, principal, { parent: root, email: null });
  }
  if (principal.home === null) throw noIdentity();
  return principal.home;
}

/** The call of a caller who has become the identity as well. */
export function callAs(call: Call, uid: string): Call {
  const { principal } = call;
  const identities = [...new Set([...principal.identities, uid])];
  const ownIdentities = [...new Set([...principal.ownIdentities, uid])];
  return { ...call, principal: { ...principal, identities, ownIdentities } };
}

/**
 * The identity with which the caller created the organization. It is deleted with the root group, as is
 * the binding that makes it the owner. Null if somebody signs in with an account of it.
 */
export async function founderOf(
  tx: Transaction,
  principal: Principal,
  root: string,
): Promise<RowOf<'Identity'> | null> {
  const own = ownIdentityIn(principal, root);
  const row = own === null ? null : await tx.get('Identity', own);
  if (row === null || parentUid(row.uid) !== root) return null;
  const hasAccount = (await tx.first('Account', is('identityUid', row.uid))) !== null;
  return hasAccount ? null : row;
}

/** Call it after the ends of the root group's own bindings are recorded. */
export async function removeFounder(
  tx: Transaction,
  call: Call,
  before: RowOf<'Identity'>,
): Promise<void> {
  const { uid } = before;
  const whereElsewhere = all(is('identityUid', uid), not(is('parent', parentUid(uid))));
  const acting = { ...call, onBehalfOf: rootUid(uid) };
  await endBindings(tx, acting, await bindingsWhere(tx, whereElsewhere));
  await tx.deleteAll('SavedView', is('owner', uid));
  await tx.delete('Identity', uid);
  await auditRows(tx, call, identity, 'delete', { before });
}
