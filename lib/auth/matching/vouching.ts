/**
 * Whose word for an e-mail address counts. While an organization has a domain verified, only the
 * issuers of its own identity providers vouch for addresses of the domain and of its subdomains.
 * The most specific verified domain decides.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { domainName } from '#lib/resources/domain.ts';
import { is, isIn } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';

/** The domain of an address, and those above it. */
function domainsAbove(email: string): string[] {
  const labels = domainName(email.slice(email.lastIndexOf('@') + 1)).split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/**
 * The root group of the organization whose verified domain the address belongs to, unless the issuer
 * vouches there. Null if the issuer's word counts. This installation has sent a message to the
 * addresses of its own accounts that are verified, so its word always does.
 */
export async function withheldBy(
  reads: Reads,
  issuer: string,
  email: string,
): Promise<string | null> {
  const found = await reads.find('Domain', isIn('verifiedName', domainsAbove(email)));
  const [domain] = found.toSorted((a, b) => b.name.length - a.name.length);
  if (domain === undefined || (await isOwnUrl(issuer))) return null;
  const providers = await reads.find('IdentityProvider', is('issuer', issuer));
  return providers.some(({ uid }) => rootUid(uid) === domain.parent) ? null : domain.parent;
}
