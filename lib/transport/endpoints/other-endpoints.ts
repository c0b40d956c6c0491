/** The endpoints that no definition in `proto` describes, by their areas. */
import {
  EVENTS_PATH,
  METRICS_PATH,
  OPEN_API_PATH,
  OPEN_API_PATH_OF_V1,
  PICTURE_PATH,
} from '#lib/transport/http/api-paths.ts';
import { endpoint, forCredentials, type Endpoint } from './endpoint.ts';

/** A new path below one of these has the rate and the bound of its neighbors. */
export const SIGNING_IN: readonly Endpoint[] = [
  endpoint('GET', '/auth/v1/*', 'read', 'signIn'),
  endpoint('DELETE', '/auth/v1/*', 'write', 'signIn'),
  forCredentials('/auth/v1/*', 'signIn', 'signIn'),
];

/** Signing in through providers, and with a password. */
export const PROVIDERS: readonly Endpoint[] = [
  endpoint('GET', '/api/auth/*', 'read', 'signIn'),
  // A provider redirects the browser back with a GET, which redeems its code.
  endpoint('GET', '/api/auth/callback/*', 'signIn', 'signIn'),
  forCredentials('/api/auth/*', 'signIn', 'signIn'),
];

export const TOKENS: readonly Endpoint[] = [
  forCredentials('/sts/exchange', 'token', 'sts.Exchange'),
  forCredentials('/oauth/revoke', 'token', 'oauth.Revoke'),
  forCredentials('/oauth/introspect', 'token', 'oauth.Introspect'),
  forCredentials('/oauth/backchannelLogout', 'token', 'oauth.BackchannelLogout'),
];

/** Load balancers and orchestrators request these two all the time, by the method they like. */
export const HEALTH = [endpoint('*', '/healthz', null, 'healthz')];
export const READINESS = [endpoint('*', '/readyz', null, 'readyz')];

export const METRICS = [endpoint('GET', METRICS_PATH, 'read', 'metrics')];

export const DISCOVERY: readonly Endpoint[] = [
  endpoint('GET', '/.well-known/openid-configuration', 'read', 'discovery'),
  endpoint('GET', '/.well-known/jwks.json', 'read', 'discovery'),
];

export const DOCUMENTS: readonly Endpoint[] = [
  endpoint('GET', OPEN_API_PATH, 'read', 'openapi'),
  endpoint('GET', OPEN_API_PATH_OF_V1, 'read', 'openapi'),
];

export const PICTURE = [endpoint('GET', PICTURE_PATH, 'read', 'page')];

export const EVENTS = [endpoint('POST', EVENTS_PATH, 'write', 'unknown')];
