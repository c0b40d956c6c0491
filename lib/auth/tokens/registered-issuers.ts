/**
 * The issuers whose keys Grove fetches. An issuer is registered if an identity or an identity
 * provider names it literally. A pattern registers no issuer: the author of a token must not choose
 * where Grove sends requests.
 */
import { all, below, is } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { AccessCache } from '#lib/store/access/access-cache.ts';
import { snapshot } from '#lib/store/store.ts';

function isNamed(where: Predicate<'issuer'>): Promise<boolean> {
  return snapshot(
    async (reads) =>
      (await reads.first('Identity', where)) !== null ||
      (await reads.first('IdentityProvider', where)) !== null,
  );
}

export function isRegistered(issuer: string): Promise<boolean> {
  return isNamed(is('issuer', issuer));
}

const registered = new AccessCache<boolean>();

/**
 * True if the organization itself registered the issuer. Patterns do not match the issuers of other
 * organizations.
 *
 * @param root the uid of the organization's root group.
 */
export function isRegisteredBelow(issuer: string, root: string): Promise<boolean> {
  return registered.lookUp(`${root} ${issuer}`, () =>
    isNamed(all(is('issuer', issuer), below(root))),
  );
}
