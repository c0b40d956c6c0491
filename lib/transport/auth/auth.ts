/** The endpoints around sign-in and tokens, by path. */
import { notFound } from '#lib/aip/errors.ts';
import { ALGORITHM, publicJwks } from '#lib/auth/tokens/keys.ts';
import { config } from '#lib/config.ts';
import { ACCOUNT } from '#lib/transport/auth/account.ts';
import { routesOf } from '#lib/transport/auth/caller.ts';
import type { Handler, Routes } from '#lib/transport/auth/caller.ts';
import { INVITES } from '#lib/transport/auth/invites.ts';
import { OAUTH_ROUTES } from '#lib/transport/auth/oauth.ts';
import { SECOND_FACTORS } from '#lib/transport/auth/second-factors.ts';
import { SESSIONS } from '#lib/transport/auth/sessions.ts';
import { getProviders, SIGN_IN } from '#lib/transport/auth/sign-in.ts';
import {
  errorResponse,
  jsonResponse,
  methodNotAllowed,
  newRequestId,
} from '#lib/transport/http/answers.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';

const PUBLIC_CACHE = { headers: { 'cache-control': 'public, max-age=300' } };

/** The endpoints of sign-in and tokens, by path and method. `*` stands for one segment. */
export const ROUTES: Routes = {
  '/.well-known/openid-configuration': {
    GET: async () => jsonResponse(discoveryDocument(), PUBLIC_CACHE),
  },
  '/.well-known/jwks.json': { GET: async () => jsonResponse(await publicJwks(), PUBLIC_CACHE) },
  ...routesOf([...SIGN_IN, ...ACCOUNT, ...SECOND_FACTORS, ...INVITES, ...SESSIONS]),
  ...OAUTH_ROUTES,
};

/** Answers any request to paths around sign-in and tokens. Never throws. */
export async function handleAuth(request: Request): Promise<Response> {
  const requestId = newRequestId();
  try {
    const { handler, rest } = route(request);
    if (handler !== getProviders) onlyParameters(parseQuery(request.url), []);
    const response = await handler(request, rest, requestId);
    response.headers.set('x-request-id', requestId);
    return response;
  } catch (error) {
    return errorResponse(error, requestId);
  }
}

function route(request: Request): { handler: Handler; rest: string } {
  const { pathname } = new URL(request.url);
  const last = pathname.lastIndexOf('/');
  const exact = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined;
  const methods = exact ?? ROUTES[`${pathname.slice(0, last)}/*`];
  if (methods === undefined) throw notFound('Path', pathname);
  const handler = methods[request.method];
  if (handler === undefined) throw methodNotAllowed(request.method, Object.keys(methods));
  return { handler, rest: exact === undefined ? pathname.slice(last + 1) : '' };
}

/** The discovery document of the installation's own issuer (OpenID Connect Discovery 1.0). */
function discoveryDocument() {
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
