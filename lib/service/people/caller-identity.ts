/**
 * The identity that represents a caller in an organization that they join or create. It is always one of
 * that organization, made there if there is none: whoever manages an identity of the caller in another
 * organization must not get what the caller gets here.
 */
import { permissionDenied } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { isBlockedAt, standingOf, type Person } from '#lib/auth/matching/blocked.ts';
import { asksNothingElse } from '#lib/auth/matching/identities.ts';
import { byAge } from '#lib/auth/matching/named-since.ts';
import { withholdersOf } from '#lib/auth/matching/vouching.ts';
import { blockedIdentity, noIdentity, ownIdentityIn } from '#lib/auth/own-identity.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { identity } from '#lib/resources/identity.ts';
import { joinOrganization } from '#lib/service/rules/confirmation.ts';
import { all, below, is } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { addIdentity, recordByIdentity } from './new-people.ts';

interface Offer {
  parent: string;
  /** The only address that it is for. */
  email: string | null;
}

/**
 * @returns the uid of the identity that takes the invite.
 * @throws ApiError FAILED_PRECONDITION `IDENTITY_BLOCKED`; `NO_IDENTITY` for credentials of another
 *   identity alone; PERMISSION_DENIED if the invite is for another address.
 */
export async function identityOfCaller(
  tx: Transaction,
  principal: Principal,
  { parent, email }: Offer,
): Promise<string> {
  const { blockedIn } = await standingOf(principal.identities, principal, tx);
  if (isBlockedAt(blockedIn, parent)) throw blockedIdentity();
  const addresses = await verifiedAddresses(tx, principal);
  if (email !== null && !addresses.includes(email.toLowerCase())) {
    throw permissionDenied([], '', 'the invite is for another e-mail address');
  }
  const { issuer, subject } = principal;
  const own = ownIdentityIn(principal, parent);
  if (own !== null && (await tx.get('Identity', own)) !== null) return own;
  if (!principal.isWhole) throw noIdentity();
  await joinOrganization(tx, principal, rootUid(parent), (before, after) =>
    recordByIdentity(tx, identity, before.uid, before.uid, {
      before: identity.toJson(before),
      after: identity.toJson(after),
    }),
  );
  const known = await knownIdentity(tx, parent, { issuer, subject });
  return known ?? addIdentityOf(tx, principal, { parent, email: email ?? addresses[0] ?? null });
}

/**
 * An identity that names the caller, though it may ask for more claims than they have shown: of the group, or
 * else one of the organization that another request of theirs has just made.
 */
async function knownIdentity(
  tx: Reads,
  parent: string,
  { issuer, subject }: Person,
): Promise<string | null> {
  const whereTheirs = all(is('issuer', issuer), is('subject', subject));
  const here = await tx.first('Identity', all(is('parent', parent), whereTheirs));
  if (here !== null) return here.uid;
  const rows = await tx.rows('Identity', all(below(rootUid(parent)), whereTheirs));
  return rows.filter(asksNothingElse).toSorted(byAge)[0]?.uid ?? null;
}

/** An identity that names the caller and asks for nothing else. */
export async function addIdentityOf(
  tx: Transaction,
  { issuer, subject, name, email: asserted, home }: Principal,
  { parent, email }: Offer,
): Promise<string> {
  const known = home === null ? null : await tx.get('Identity', home);
  const { uid } = await addIdentity(tx, {
    parent,
    name: name || asserted || email || known?.name || subject,
    issuer,
    subject,
    email,
    emailUnverified: false,
  });
  return uid;
}

/**
 * The addresses that are known to be the caller's, in lower case: that which the credentials carry,
 * and those that earlier sign-ins have stored. Only addresses that the issuer vouches for count, whichever
 * organization stores them. An account may have changed its address since a session of it began.
 */
async function verifiedAddresses(tx: Reads, principal: Principal): Promise<string[]> {
  const { issuer, email, emailVerified = false, ownIdentities } = principal;
  const stored = await tx.getAll('Identity', ownIdentities);
  const known = stored.filter((row) => row.emailUnverified !== true).map((row) => row.email ?? '');
  const asserted = emailVerified && !(await isOwnUrl(issuer)) ? [email ?? ''] : [];
  const found: string[] = [];
  for (const address of [...asserted, ...known]) {
    if (address === '' || (await withholdersOf(tx, issuer, [address])).length > 0) continue;
    found.push(address.toLowerCase());
  }
  return [...new Set(found)];
}
