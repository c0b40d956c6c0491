/**
 * The issuers whose keys Grove fetches. An issuer is registered if an identity or an identity
 * provider names it literally. A pattern registers no issuer: the author of a token must not choose
 * where Grove sends requests.
 */
import { is } from '#lib/store/predicates.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { snapshot, type Reads } from '#lib/store/store.ts';

export function isRegistered(issuer: string): Promise<boolean> {
  const isNamed = is('issuer', issuer);
  return snapshot(
    async (reads) =>
      (await reads.first('Identity', isNamed)) !== null ||
      (await reads.first('IdentityProvider', isNamed)) !== null,
  );
}

/** The root groups of the organizations that registered the issuer themselves. */
export async function registeredIn(reads: Reads, issuer: string): Promise<readonly string[]> {
  const isNamed = is('issuer', issuer);
  const identities = await reads.uids('Identity', isNamed, 'uid');
  const providers = await reads.uids('IdentityProvider', isNamed, 'uid');
  return [...new Set([...identities, ...providers].map(rootUid))];
}
