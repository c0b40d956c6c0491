/** The identity providers that people sign in through. */
import { prepared, prisma } from '#lib/store/database.ts';
import { isUid } from '#lib/aip/uid.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';

/** As the sign-in page shows it. */
export interface ProviderChoice {
  /** The uid with dots for slashes, which is what next-auth calls it. */
  id: string;
  name: string;
  /** The name of the root group that it belongs to. */
  organization: string;
}

/** All that a sign-in needs. */
export interface Provider {
  uid: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Null for a public client, which PKCE protects. */
  clientSecret: string | null;
  scopes: readonly string[];
}

const CHOICES = `SELECT p."uid", p."name", p."issuer", g."name" AS "organization"
  FROM "IdentityProvider" p JOIN "Group" g ON g."uid" = substr(p."parent", 1, 40)
  ORDER BY "organization", p."name", p."uid"`;

export function providerChoices(): ProviderChoice[] {
  const rows = prepared(CHOICES).all() as Record<
    'uid' | 'name' | 'issuer' | 'organization',
    string
  >[];
  return rows
    .filter(({ issuer }) => !isOwnUrl(issuer))
    .map(({ uid, name, organization }) => ({ id: uid.replaceAll('/', '.'), name, organization }));
}

/** The provider of that id, or null. This installation is never one: its subjects are identities. */
export async function findProvider(id: string): Promise<Provider | null> {
  const uid = id.replaceAll('.', '/');
  if (!isUid(uid)) return null;
  const row = await prisma().identityProvider.findUnique({ where: { uid } });
  if (row === null || isOwnUrl(row.issuer)) return null;
  const { name, issuer, clientId, clientSecret, additionalScopes } = row;
  return {
    uid,
    name,
    issuer,
    clientId,
    clientSecret: clientSecret === null ? null : decryptSecret(clientSecret, uid),
    scopes: [...new Set(['openid', 'email', 'profile', ...(additionalScopes as string[])])],
  };
}
