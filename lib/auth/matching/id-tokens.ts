/**
 * ID tokens of sign-ins. Their audience is the client of an identity provider. They pass through
 * browsers and logs of clients, so they are no bearer tokens, unless the operator allows it.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';
import { claimTexts, type Claims } from './claim-checks.ts';

/**
 * The root groups of the organizations for whose identity providers a token was issued, and whose
 * identities it therefore does not match. What one organization registers says nothing about the tokens
 * of another one.
 */
export async function refusingIdTokens(
  reads: Pick<Reads, 'find'>,
  claims: Claims,
  own: ReadonlySet<string>,
): Promise<string[]> {
  const audiences = claimTexts(claims, 'aud');
  if (config().areIdTokensBearers || audiences.some((audience) => own.has(audience))) return [];
  const isOf = all(is('issuer', String(claims['iss'])), isIn('clientId', audiences));
  const providers = await reads.find('IdentityProvider', isOf);
  return providers.map(({ uid }) => rootUid(uid));
}
