/** Who gets the warning of a key that ends: people who can make another, at verified addresses. */
import { reachOf } from '#lib/access/reach.ts';
import { rootUid } from '#lib/aip/uid.ts';
import {
  isBlockedAtHome,
  namedBy,
  standingOfMaker,
  withoutEffectAt,
} from '#lib/auth/matching/blocked.ts';
import { verifierOf, withholdersOf } from '#lib/auth/matching/vouching.ts';
import { addressOf } from '#lib/auth/sign-in/addresses.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { whereOwner } from '#lib/store/in-effect.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, type Reads } from '#lib/store/store.ts';

/** What it takes to see the key and its identity, and to make another one. */
const NEEDED: readonly Capability[] = [
  'identity.list',
  'identity_keys.list',
  'identity_keys.create',
];

/** Of whoever made the key, otherwise of the owners of the organization; may be empty. */
export async function addressesFor(key: RowOf<'IdentityKey'>): Promise<string[]> {
  const { uid, parent, makerIdentities: identities, createTime: time } = key;
  if (identities !== null) {
    const standing = await standingOfMaker({ identities, time });
    // Not a maker who could not replace the key any more.
    const isAble = (await reachOf(standing)).missing(NEEDED, parent).length === 0;
    const addresses = isAble ? await addressesOf(standing.identities) : [];
    if (addresses.length > 0) return addresses;
  }
  return addressesOfOwners(rootUid(uid));
}

/** Of the owners of an organization who can be reached; may be empty. */
export async function addressesOfOwners(root: string): Promise<string[]> {
  const owners = (await committed.rows('RoleBinding', whereOwner(root))).map(
    (one) => one.identityUid,
  );
  const stopped = await withoutEffectAt(committed, owners, root);
  return addressesOf(owners.filter((uid) => !stopped.has(uid)));
}

/** Of people who can be reached. */
export async function addressesOf(uids: readonly string[]): Promise<string[]> {
  const addresses = new Set<string>();
  for (const identity of await committed.getAll('Identity', uids)) {
    const address = await mailboxOf(identity);
    if (address !== null) addresses.add(address);
  }
  return [...addresses];
}

const mailboxOf = async (identity: RowOf<'Identity'>): Promise<string | null> =>
  (await isBlockedAtHome(identity.uid)) ? null : verifiedAddressOf(committed, identity);

/**
 * An address that the person of the identity reads: that of their own account once it is verified,
 * or one at a domain that the organization has verified and its identity provider vouches for.
 * Otherwise whoever registers a provider could have this installation write to anybody.
 */
export async function verifiedAddressOf(
  reads: Reads,
  identity: RowOf<'Identity'>,
): Promise<string | null> {
  const { uid, issuer, email, emailUnverified } = identity;
  if (issuer === null || namedBy(identity) === null) return null;
  if (email === null || emailUnverified === true) return null;
  const account = await reads.first('Account', is('identityUid', uid));
  if (account !== null) return addressOf(account) === email ? email : null;
  const isAtHome = (await verifierOf(reads, email)) === rootUid(uid);
  const withholders = await withholdersOf(reads, issuer, [email]);
  return isAtHome && withholders.length === 0 ? email : null;
}
