/** The endpoints that no definition in `proto` describes, by their areas. */
import {
  EVENTS_PATH,
  METRICS_PATH,
  OPEN_API_PATH,
  OPEN_API_PATH_OF_V1,
  PICTURE_PATH,
} from '#lib/transport/http/api-paths.ts';
import { UNSUBSCRIBE_PATH } from '#lib/unsubscribe-path.ts';
import { byAnybody, byCaller, forCredentials, type Endpoint } from './endpoint.ts';

/** Signing in through providers, and with a password. */
export const PROVIDERS: readonly Endpoint[] = [
  byAnybody('GET', '/api/auth/*', 'read', 'signIn'),
  // A provider redirects the browser back with a GET, which redeems its code.
  byAnybody('GET', '/api/auth/callback/*', 'signIn', 'signIn'),
  forCredentials('/api/auth/*', 'signIn', 'signIn'),
];

export const TOKENS: readonly Endpoint[] = [
  forCredentials('/sts/exchange', 'token', 'sts.Exchange'),
  forCredentials('/oauth/revoke', 'token', 'oauth.Revoke'),
  { ...forCredentials('/oauth/introspect', 'token', 'oauth.Introspect'), who: 'caller' },
  forCredentials('/oauth/backchannelLogout', 'token', 'oauth.BackchannelLogout'),
];

/** Load balancers and orchestrators request these two all the time, by the method they like. */
export const HEALTH = [byAnybody('*', '/healthz', null, 'healthz')];
export const READINESS = [byAnybody('*', '/readyz', null, 'readyz')];

export const METRICS = [byCaller('GET', METRICS_PATH, 'read', 'metrics')];

export const DISCOVERY: readonly Endpoint[] = [
  byAnybody('GET', '/.well-known/openid-configuration', 'read', 'discovery'),
  byAnybody('GET', '/.well-known/jwks.json', 'read', 'discovery'),
];

export const DOCUMENTS: readonly Endpoint[] = [
  byAnybody('GET', OPEN_API_PATH, 'read', 'openapi'),
  byAnybody('GET', OPEN_API_PATH_OF_V1, 'read', 'openapi'),
];

export const PICTURE = [byAnybody('GET', PICTURE_PATH, 'read', 'page')];

/** The link of a digest. Providers of mail send its POST (RFC 8058). */
export const UNSUBSCRIBE = [
  byAnybody('GET', UNSUBSCRIBE_PATH, 'read', 'unsubscribe'),
  byAnybody('POST', UNSUBSCRIBE_PATH, 'write', 'unsubscribe'),
];

export const EVENTS = [byCaller('POST', EVENTS_PATH, 'write', 'unknown')];
