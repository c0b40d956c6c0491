/** A real OpenID provider on loopback that can rotate its keys and misbehave. */
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { JWK, JWTPayload } from 'jose';
import './quiet-provider.ts';
// Imported afterwards, because it prints warnings when it loads.
import Provider from 'oidc-provider';

export interface OidcIssuer {
  issuer: string;
  /** The requested paths, in order. */
  requests: string[];
  /** Responds instead of the provider if it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** The current key, with its private part. */
  key: JWK;
  /** An access token from the provider; its subject is the client id `machine`. */
  clientToken(audience: string): Promise<string>;
  /** Any claims, signed with the current key; `iss`, `iat` and `exp` by default. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** From now on publishes and signs with a new key only. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

export interface OidcOptions {
  /** The redirect URI. */
  redirectUris?: string[];
  /** The person's claims for that login. */
  claimsOf?(login: string): Record<string, unknown>;
  /** Whether the ID token also contains the claims of scopes, not only the user info. */
  claimsInIdToken?: boolean;
  /** The address for back-channel logouts. The logout token for the client `grove` names the session. */
  logoutUri?: string;
}

export const CLIENT_SECRET = 'a secret: with/odd+characters';

export async function startOidcIssuer(options: OidcOptions = {}): Promise<OidcIssuer> {
  let handler: RequestListener = () => undefined;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push((request.url ?? '').split('?', 1)[0] ?? '');
    if (self.intercept?.(request, response) !== true) handler(request, response);
  });
  const issuer = `http://localhost:${await listenWhereNobodyWas(server)}`;
  const use = async () => {
    self.key = await newKey();
    handler = withInteractions(new Provider(issuer, configuration(self.key, options)));
  };
  const self: OidcIssuer = {
    issuer,
    requests,
    intercept: null,
    key: {},
    clientToken: (audience) => clientToken(issuer, audience),
    sign: (claims, header) => sign(self.key, { iss: issuer, ...claims }, header),
    rotate: use,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await use();
  return self;
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' };
}

async function sign(key: JWK, claims: JWTPayload, header = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: now, exp: now + 300, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
    .sign(await importJWK(key, 'ES256'));
}

async function clientToken(issuer: string, audience: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'machine',
      client_secret: 'machine-secret',
      resource: audience,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

function configuration(key: JWK, options: OidcOptions): Record<string, unknown> {
  const redirect_uris = options.redirectUris ?? [];
  const { logoutUri } = options;
  const logout = logoutUri !== undefined && { backchannel_logout_uri: logoutUri };
  const ofSession = logoutUri !== undefined && { backchannel_logout_session_required: true };
  return {
    jwks: { keys: [key] },
    cookies: { keys: ['only for tests'] },
    // The dispatcher of oidc-provider refuses loopback addresses, which the tests use.
    fetch: (url: string, init: RequestInit) =>
      fetch(url, Object.assign(init, { dispatcher: undefined })),
    conformIdTokenClaims: options.claimsInIdToken !== true,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'staff'],
    },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clients: [
      {
        client_id: 'machine',
        client_secret: 'machine-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        client_id: 'grove',
        client_secret: CLIENT_SECRET,
        redirect_uris,
        ...logout,
        ...ofSession,
      },
      { client_id: 'grove-public', redirect_uris, token_endpoint_auth_method: 'none', ...logout },
    ],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: logoutUri !== undefined },
      rpInitiatedLogout: { logoutSource, postLogoutSuccessSource },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => false,
        getResourceServerInfo: (_context: unknown, audience: string) => ({
          audience,
          scope: '',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, ...options.claimsOf?.(login) }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  };
}

/** A page with only a login field and a cancel button. */
const PAGE = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1>
<form method="post"><label>Login <input name="login" autofocus></label>
<button>Continue</button> <button name="cancel" value="yes">Cancel</button></form>`;

interface Answering {
  body: string;
}

/** Plain pages, because those of the package fetch a font. */
function logoutSource(answering: Answering, form: string): void {
  answering.body = `<!doctype html><html lang="en"><title>Provider</title>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button></html>`;
}

function postLogoutSuccessSource(answering: Answering): void {
  answering.body =
    '<!doctype html><html lang="en"><title>Provider</title><h1>Signed out</h1></html>';
}

function withInteractions(provider: Provider): RequestListener {
  const callback = provider.callback();
  return (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return callback(request, response);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(PAGE);
    }
    void finish(provider, request, response);
  };
}

async function finish(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  if (form.has('cancel')) {
    return provider.interactionFinished(request, response, { error: 'access_denied' });
  }
  const { params } = await provider.interactionDetails(request, response);
  const accountId = form.get('login') ?? '';
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  await provider.interactionFinished(request, response, {
    login: { accountId },
    consent: { grantId: await grant.save() },
  });
}

const used = new Set<number>();

/** Listens on a port that no earlier issuer had, because Grove may have cached the keys of that address. */
async function listenWhereNobodyWas(server: Server): Promise<number> {
  for (;;) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (!used.has(port)) {
      used.add(port);
      return port;
    }
    await new Promise((resolve) => server.close(resolve));
  }
}
