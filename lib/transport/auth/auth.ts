/** The endpoints around sign-in: first run, the caller, sessions, discovery and keys. */
import { invalidField, notFound } from '#lib/aip/errors.ts';
import { identify } from '#lib/auth/identify.ts';
import { changePassword } from '#lib/auth/passwords/change-password.ts';
import { COMMON_PASSWORDS } from '#lib/auth/passwords/new-passwords.ts';
import { providerChoices } from '#lib/auth/providers/identity-providers.ts';
import { endOtherSessions, endOwnSession, ownSessions } from '#lib/auth/sessions/own-sessions.ts';
import { ALGORITHM, publicJwks } from '#lib/auth/tokens/keys.ts';
import { config } from '#lib/config.ts';
import { newCall } from '#lib/service/calls/call.ts';
import {
  agreeToEmailChange,
  beginEmailChange,
  previewEmailChange,
} from '#lib/service/people/email-change.ts';
import { sendVerification, verifyEmail } from '#lib/service/people/email-verification.ts';
import { describeCaller } from '#lib/service/people/me.ts';
import { previewReset, requestReset, resetPassword } from '#lib/service/people/password-resets.ts';
import { setUp, setupNeeded } from '#lib/service/people/setup.ts';
import { byAnybody, byCaller, callerOf, toCaller } from '#lib/transport/auth/caller.ts';
import type { Handler, Routes } from '#lib/transport/auth/caller.ts';
import { INVITE_ROUTES } from '#lib/transport/auth/invites.ts';
import { OAUTH_ROUTES } from '#lib/transport/auth/oauth.ts';
import { REAUTHENTICATION_ROUTES } from '#lib/transport/auth/reauthentication.ts';
import { SECOND_FACTOR_ROUTES } from '#lib/transport/auth/second-factors.ts';
import {
  errorResponse,
  jsonResponse,
  methodNotAllowed,
  newRequestId,
} from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';

const DAY_CACHE = { headers: { 'cache-control': 'public, max-age=86400' } };
const PUBLIC_CACHE = { headers: { 'cache-control': 'public, max-age=300' } };

/** The endpoints of sign-in and tokens, by path and method. `*` stands for one segment. */
export const ROUTES: Routes = {
  '/.well-known/openid-configuration': {
    GET: async () => jsonResponse(discoveryDocument(), PUBLIC_CACHE),
  },
  '/.well-known/jwks.json': { GET: async () => jsonResponse(await publicJwks(), PUBLIC_CACHE) },
  '/auth/v1/setup': {
    GET: async () => jsonResponse({ needed: await setupNeeded() }),
    POST: byAnybody(
      ['token', 'name', 'ownerEmail', 'ownerPassword'],
      ({ token, ...organization }) => setUp(token, organization),
    ),
  },
  '/auth/v1/me': {
    GET: async (request) =>
      jsonResponse(await describeCaller(await newCall(await identify(request, 'read')))),
  },
  '/auth/v1/commonPasswords': {
    GET: async () => jsonResponse({ passwords: COMMON_PASSWORDS }, DAY_CACHE),
  },
  '/auth/v1/passwordResets:preview': {
    POST: byAnybody(['code'], ({ code }, { network }) => previewReset(code, network)),
  },
  '/auth/v1/passwordResets:request': {
    POST: byAnybody(['email'], ({ email }, client) => requestReset(email, client)),
  },
  '/auth/v1/passwordResets:use': {
    POST: byAnybody(['code', 'newPassword'], ({ code, newPassword }, client) =>
      resetPassword(code, newPassword, client),
    ),
  },
  '/auth/v1/password': {
    POST: byCaller(
      ['currentPassword', 'newPassword'],
      (principal, { currentPassword, newPassword }, client) =>
        changePassword(principal, currentPassword, newPassword, client),
    ),
  },
  '/auth/v1/emailChange:begin': {
    POST: byCaller(['email'], (principal, { email }, client) =>
      beginEmailChange(principal, email, client),
    ),
  },
  '/auth/v1/emailChange:preview': {
    POST: byCaller(['code'], (principal, { code }) => previewEmailChange(principal, code)),
  },
  '/auth/v1/emailChange:agree': {
    POST: byCaller(['code'], async (principal, { code }, client) => ({
      changed: await agreeToEmailChange(principal, code, client),
    })),
  },
  '/auth/v1/emailVerification:send': {
    POST: byCaller([], (principal, _, client) => sendVerification(principal, client)),
  },
  '/auth/v1/emailVerification:use': {
    POST: byCaller(['code'], (principal, { code }) => verifyEmail(principal, code)),
  },
  ...SECOND_FACTOR_ROUTES,
  ...INVITE_ROUTES,
  '/auth/v1/providers': { GET: getProviders },
  ...REAUTHENTICATION_ROUTES,
  '/auth/v1/sessions': {
    GET: toCaller(async (principal) => ({ sessions: await ownSessions(principal) })),
    DELETE: toCaller(async (principal, client) => ({
      ended: await endOtherSessions(principal, client),
    })),
  },
  '/auth/v1/sessions/*': { DELETE: deleteSession },
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

const MOST_ORGANIZATIONS = 50;

async function getProviders(request: Request): Promise<Response> {
  const { organization: organizations = [], ...others } = Object.fromEntries(
    parseQuery(request.url),
  );
  onlyParameters(new Map(Object.entries(others)), ['domain']);
  if (organizations.length > MOST_ORGANIZATIONS) {
    throw invalidField('organization', `is given more than ${MOST_ORGANIZATIONS} times`);
  }
  const domain = others['domain']?.[0];
  return jsonResponse(await providerChoices({ organizations, domain }));
}

async function deleteSession(request: Request, uid: string): Promise<Response> {
  await endOwnSession(await callerOf(request), uid, clientOf(request));
  return new Response(null, { headers: { 'content-length': '0' } });
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
