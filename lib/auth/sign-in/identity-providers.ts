/** The identity providers that people sign in through. */
import { isUid, pathUids } from '#lib/aip/uid.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { all } from '#lib/store/predicates.ts';
import { committed, snapshot } from '#lib/store/store.ts';
import { isOwnUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';

/** An identity provider on the sign-in page. */
export interface ProviderChoice {
  /** The provider's id in next-auth: its uid with dots instead of slashes. */
  id: string;
  name: string;
  /** The name of the provider's root group. */
  organization: string;
}

/** Everything that a sign-in needs. */
export interface Provider {
  uid: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Null for a public client, which PKCE protects. */
  clientSecret: string | null;
  scopes: readonly string[];
  /** The claims that its role rules are about. */
  ruleClaims: readonly string[];
  revision: number;
}

const rootOf = (uid: string) => pathUids(uid)[0] ?? '';

function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Sorted by organization, name and uid. */
export async function providerChoices(): Promise<ProviderChoice[]> {
  const own = await ownUrls();
  const { rows, groups } = await snapshot(async (reads) => {
    const rows = await reads.find('IdentityProvider', all());
    return {
      rows,
      groups: await reads.getAll(
        'Group',
        rows.map(({ parent }) => rootOf(parent)),
      ),
    };
  });
  const names = new Map(groups.map(({ uid, name }) => [uid, name]));
  return rows
    .filter(({ issuer }) => !own.has(issuer))
    .map(({ uid, name, parent }) => ({
      id: uid.replaceAll('/', '.'),
      name,
      organization: names.get(rootOf(parent)) ?? '',
    }))
    .sort(
      (a, b) =>
        compareTexts(a.organization, b.organization) ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.id, b.id),
    );
}

/**
 * The provider with that id, or null. Never this installation itself, because its subjects are
 * identities.
 */
export async function findProvider(id: string): Promise<Provider | null> {
  const uid = id.replaceAll('.', '/');
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
