/**
 * The identity that represents a caller in an organization that they join or create. It is always one of
 * that organization, made there if there is none: whoever manages an identity of the caller in another
 * organization must not get what the caller gets here.
 */
import { permissionDenied } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { standingOf } from '#lib/auth/matching/blocked.ts';
import { withholdersOf } from '#lib/auth/matching/vouching.ts';
import { blockedIdentity, noIdentity, ownIdentityIn } from '#lib/auth/own-identity.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { all, is } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { addIdentity } from './new-people.ts';

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
  if (blockedIn.includes(rootUid(parent))) throw blockedIdentity();
  const addresses = await verifiedAddresses(tx, principal);
  if (email !== null && !addresses.includes(email.toLowerCase())) {
    throw permissionDenied([], '', 'the invite is for another e-mail address');
  }
  const { issuer, subject } = principal;
  const own = ownIdentityIn(principal, parent);
  if (own !== null && (await tx.get('Identity', own)) !== null) return own;
  if (!principal.isWhole) throw noIdentity();
  // An identity that asks for more claims than the caller has shown still names the caller.
  const isTheirs = all(is('parent', parent), is('issuer', issuer), is('subject', subject));
  const known = await tx.first('Identity', isTheirs);
  return (
    known?.uid ?? addIdentityOf(tx, principal, { parent, email: email ?? addresses[0] ?? null })
  );
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
