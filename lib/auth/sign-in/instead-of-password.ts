/**
 * What people have to use where the policy of an organization does not allow passwords. It is looked
 * up for each request that such a policy would refuse, so that nobody stays locked out when the last
 * other way has gone.
 */
import type { Policy } from '#lib/access/policies.ts';
import { withoutEffectAt } from '#lib/auth/matching/blocked.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { countsSince } from '#lib/auth/second-factor/factors.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { whereOwner } from '#lib/store/in-effect.ts';
import { all, is, isIn, not } from '#lib/store/predicates.ts';
import { committed, type Reads } from '#lib/store/store.ts';

/**
 * The identity providers of the root group that people can sign in through. Those of groups below do
 * not count: whoever administers such a group would decide how the organization signs in.
 */
export async function providersOf(
  reads: Reads,
  root: string,
  revision?: string,
): Promise<RowOf<'IdentityProvider'>[]> {
  const own = await ownUrls(revision);
  const found = await reads.find('IdentityProvider', is('parent', root));
  return found.filter(({ issuer }) => !own.has(issuer));
}

/**
 * A password is enough while the organization has no provider. For its owners it is also enough while
 * none of them has another way.
 */
export async function insteadOfPassword(
  { uid: root, passwordsOffTime }: Policy,
  { identities }: Pick<Principal, 'identities'>,
): Promise<string[]> {
  const providers = await providersOf(committed, root);
  if (providers.length === 0 || passwordsOffTime === null) return [];
  const owners = (await committed.rows('RoleBinding', whereOwner(root))).map(
    (one) => one.identityUid,
  );
  if (owners.some((uid) => identities.includes(uid))) {
    const stopped = await withoutEffectAt(committed, owners, root);
    const others = owners.filter((uid) => !stopped.has(uid));
    const issuers = new Set(providers.map(({ issuer }) => issuer));
    if (!(await hasOtherWay(others, issuers, passwordsOffTime))) return [];
  }
  return providers.map(({ name }) => name).sort();
}

/** Whether one of the identities has come through a provider, or has a passkey that counts. */
async function hasOtherWay(
  uids: readonly string[],
  issuers: ReadonlySet<string>,
  since: Date,
): Promise<boolean> {
  const rows = await committed.getAll('Identity', uids);
  // An identity that was made by hand may name nobody whom the provider knows.
  if (rows.some((row) => hasComeThrough(row, issuers))) return true;
  const accounts = await committed.find('Account', isIn('identityUid', uids));
  const emails = accounts.map(({ email }) => email);
  const ofOwners = all(isIn('email', emails), not(is('activeTime', null)));
  return (await committed.find('Passkey', ofOwners)).some((one) => countsSince(one) <= since);
}

const hasComeThrough = (
  { issuer, subject, lastSeenTime, createTime }: RowOf<'Identity'>,
  issuers: ReadonlySet<string>,
): boolean =>
  issuer !== null &&
  issuers.has(issuer) &&
  subject !== null &&
  lastSeenTime.getTime() !== createTime.getTime();
