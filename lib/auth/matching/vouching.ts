/**
 * Whose word for an e-mail address counts. While an organization has a domain verified, only the
 * issuers of its own identity providers vouch for addresses of the domain and of its subdomains.
 * The most specific verified domain decides.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import { domainName } from '#lib/resources/domain.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is, isIn } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';

/** A name in DNS has no more characters, and no more labels. */
const MAX_LENGTH = 253;
const MAX_LABELS = 127;

/**
 * The domain of an address, and those above it. A claim may have any text of any length before
 * them, and a pattern may match that text.
 */
function domainsAbove(email: string): string[] {
  const domain = email.slice(email.lastIndexOf('@') + 1).slice(-2 * MAX_LENGTH);
  const labels = (domainName(domain) || domain.toLowerCase()).split('.').slice(-MAX_LABELS);
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** The verified domains that one of the addresses may belong to. */
const verifiedAbove = (reads: Reads, above: readonly string[][]) =>
  reads.rows('Domain', isIn('verifiedName', [...new Set(above.flat())]));

/** The organization that an address belongs to. The names begin with the most specific one. */
function ownerAmong(domains: readonly RowOf<'Domain'>[], names: readonly string[]) {
  const owners = new Map(domains.map(({ name, parent }) => [name, parent]));
  return names.map((name) => owners.get(name)).find((parent) => parent !== undefined);
}

/** The root group of the organization whose verified domain the address belongs to; null for none. */
export async function verifierOf(reads: Reads, email: string): Promise<string | null> {
  const names = domainsAbove(email);
  return ownerAmong(await verifiedAbove(reads, [names]), names) ?? null;
}

/**
 * The root groups of the organizations whose verified domains the addresses belong to, unless the
 * issuer vouches there. None if the issuer's word counts for all of them. This installation has sent
 * a message to the addresses of its own accounts that are verified, so its word always does.
 *
 * @param emails whether or not they are addresses: rules and claim matches look at each element of a list.
 */
export async function withholdersOf(
  reads: Reads,
  issuer: string,
  emails: readonly string[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const above = emails.map(domainsAbove);
  const found = await verifiedAbove(reads, above);
  if (found.length === 0 || (await isOwnUrl(issuer))) return [];
  const providers = await reads.rows('IdentityProvider', is('issuer', issuer));
  const vouching = new Set(providers.map(({ uid }) => rootUid(uid)));
  return above.flatMap((names) => {
    const owner = ownerAmong(found, names);
    return owner === undefined || vouching.has(owner) ? [] : [owner];
  });
}
