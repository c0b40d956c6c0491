/**
 * An identity provider of the database as an option of next-auth. Grove makes all its requests
 * itself, through the guarded fetch.
 */
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import { isApiError } from '#lib/aip/errors.ts';
import { FetchError, parseAddress } from '#lib/net/guarded-request.ts';
import type { Provider } from './identity-providers.ts';
import { parametersOf, type OpenSignIn } from './open-sign-ins.ts';
import { publishedBy } from '#lib/auth/tokens/issuers.ts';
import { redeemCode } from './oidc-code.ts';
import { personOf } from './person.ts';

function profileOf(claims: Claims) {
  const { subject, name, email } = personOf(claims);
  return { id: subject, name, email };
}

/** Whether Grove itself has failed, for example because the database is away. */
const isOwnFailure = (error: unknown): boolean =>
  !(error instanceof FetchError) &&
  !(error instanceof TypeError) &&
  !(isApiError(error) && error.status === 'UNAUTHENTICATED');

/**
 * @param open the sign-in that begins, or to which an answer of the provider belongs; null for an answer that
 *   belongs to none. Grove keeps state, nonce and PKCE of each tab itself: next-auth has those of one sign-in.
 * @param onOwnFailure gets failures of Grove itself, which next-auth reports as it does those of the provider.
 * @throws FetchError if the issuer's documents cannot be fetched or name no sign-in.
 */
export async function oidcProvider(
  id: string,
  provider: Provider,
  { open, onOwnFailure }: { open: OpenSignIn | null; onOwnFailure: (error: unknown) => void },
): Promise<OAuthConfig<Claims>> {
  const { document } = await publishedBy(provider.issuer);
  const { authorization_endpoint: authorization, token_endpoint: token } = document;
  if (authorization === undefined || token === undefined) {
    throw new FetchError('MISSING_ENDPOINTS', `${provider.issuer} has no endpoints to sign in at`);
  }
  let redeemed: Claims = {};
  return {
    id,
    name: provider.name,
    type: 'oauth',
    profile: profileOf,
    issuer: provider.issuer,
    clientId: provider.clientId,
    checks: [],
    authorization: {
      // Grove redirects the browser to this address, so it must be http or https.
      url: parseAddress(authorization).href,
      params: {
        scope: provider.scopes.join(' '),
        ...(open !== null && parametersOf(open)),
      },
    },
    token: {
      url: token,
      async request({ params, provider: { callbackUrl } }) {
        const { claims, idToken } = await redeemCode(provider, document, {
          code: params.code,
          state: params.state,
          iss: params['iss'] as string | undefined,
          redirectUri: callbackUrl,
          expected: { state: open?.state, nonce: open?.nonce },
          verifier: open?.verifier,
        }).catch((error: unknown) => {
          if (isOwnFailure(error)) onOwnFailure(error);
          throw error;
        });
        redeemed = claims;
        return { tokens: { id_token: idToken } };
      },
    },
    userinfo: { request: async () => redeemed },
  };
}
