/** The identity providers that people sign in through. */
import { isRootUid, isUid } from '#lib/aip/uid.ts';
import { verifierOf } from '#lib/auth/matching/vouching.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { any, below, is } from '#lib/store/predicates.ts';
import { committed, snapshot, type Reads } from '#lib/store/store.ts';
import { isOwnUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';

export interface Visitor {
  /** Root groups of organizations. */
  organizations?: readonly string[];
  domain?: string | undefined;
  /** The id of the provider used last in their browser. */
  last?: string | undefined;
}

export interface Provider {
  uid: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Null for a public client, which PKCE protects. */
  clientSecret: string | null;
  scopes: readonly string[];
  ruleClaims: readonly string[];
  revision: number;
}

const uidOf = (id: string) => id.replaceAll('.', '/');

function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * The identity providers to offer to a visitor, sorted by name and uid: those of the organizations
 * that the visitor names or that have verified the visitor's domain, and the provider that the
 * visitor used last. Nobody learns which other organizations exist. If there is only one
 * organization, everybody sees its providers.
 */
export async function providerChoices(visitor: Visitor) {
  const own = await ownUrls();
  const rows = await snapshot(async (reads) => {
    const roots = await organizationsOf(reads, visitor);
    const whereTheirs = any(is('uid', uidOf(visitor.last ?? '')), below(...roots));
    return reads.find('IdentityProvider', whereTheirs);
  });
  return (
    rows
      .filter(({ issuer }) => !own.has(issuer))
      // The id of a provider in next-auth is its uid with dots instead of slashes.
      .map(({ uid, name }) => ({ id: uid.replaceAll('/', '.'), name }))
      .sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id))
  );
}

async function organizationsOf(
  reads: Reads,
  { organizations = [], domain = '' }: Visitor,
): Promise<string[]> {
  const [first, second] = await reads.find('Group', is('parent', ''), { limit: 2 });
  if (first !== undefined && second === undefined) return [first.uid];
  const verifier = domain === '' ? null : await verifierOf(reads, domain);
  return [...organizations.filter(isRootUid), ...(verifier === null ? [] : [verifier])];
}

/**
 * The provider with that id, or null. Never this installation itself, because its subjects are
 * identities.
 */
export async function findProvider(id: string): Promise<Provider | null> {
  const uid = uidOf(id);
  if (!isUid(uid)) return null;
  const row = await committed.get('IdentityProvider', uid);
  if (row === null || (await isOwnUrl(row.issuer))) return null;
  const { name, issuer, clientId, clientSecret, additionalScopes, roleRules, revision } = row;
  return {
    uid,
    name,
    issuer,
    clientId,
    clientSecret: clientSecret === null ? null : decryptSecret(clientSecret, uid),
    scopes: [...new Set(['openid', 'email', 'profile', ...additionalScopes])],
    ruleClaims: (roleRules ?? []).map(({ claim }) => claim),
    revision,
  };
}
