import { config } from '#lib/config.ts';
import { ALGORITHM } from './keys.ts';

/** The discovery document of the installation's own issuer (OpenID Connect Discovery 1.0). */
export function discoveryDocument() {
  const { url } = config();
  return {
    issuer: url,
    jwks_uri: `${url}/.well-known/jwks.json`,
    token_endpoint: `${url}/sts/exchange`,
    revocation_endpoint: `${url}/oauth/revoke`,
    introspection_endpoint: `${url}/oauth/introspect`,
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:token-exchange'],
    response_types_supported: ['none'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    claims_supported: ['iss', 'aud', 'sub', 'iat', 'exp', 'jti'],
  };
}
