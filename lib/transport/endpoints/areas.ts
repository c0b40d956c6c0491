/** The parts of the address space: what answers the paths of each, and what follows from a path alone. */
import { RESOURCES } from '#lib/resources/index.ts';
import { RESOURCE_ENDPOINTS, SIGN_IN_ENDPOINTS, V1_ENDPOINTS } from './described-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import {
  DISCOVERY,
  DOCUMENTS,
  EVENTS,
  HEALTH,
  METRICS,
  PICTURE,
  PROVIDERS,
  READINESS,
  TOKENS,
  UNSUBSCRIBE,
} from './other-endpoints.ts';

export type AreaName =
  | 'api'
  | 'v1'
  | 'signIn'
  | 'discovery'
  | 'tokens'
  | 'nextAuth'
  | 'events'
  | 'documents'
  | 'metrics'
  | 'picture'
  | 'unsubscribe'
  | 'healthz'
  | 'readyz'
  | 'malformed'
  | 'calls'
  | 'files';

interface Described {
  name: AreaName;
  endpoints?: readonly Endpoint[];
  /** The area has these and everything below them. Without, it has the paths of its endpoints alone. */
  roots?: readonly string[];
  /** For the paths of an area that its endpoints and roots do not name. */
  pattern?: RegExp;
  /** The name in metrics of a request there for which there is no endpoint; `unknown` if absent. */
  operation?: string;
  /** Whether pages of other origins may call it with tokens. Signing in is for pages of Grove alone. */
  isForOrigins?: true;
  /** Whether a GET may be compressed, since no answer to one has a token or a key. */
  isCompressed?: true;
  /** Whether the log has its paths, which name resources only. Those of pages may have a code of an invite. */
  isLogged?: true;
  /** Requested every few seconds, and of no interest in a trace. */
  isProbe?: true;
}

export interface Area extends Described {
  /** Of its paths, without a query. */
  pattern: RegExp;
}

function patternOf({ roots, endpoints = [] }: Described): RegExp {
  const paths = roots ?? [...new Set(endpoints.map(({ path }) => path))];
  const alternatives = paths.map((path) => path.slice(1).replaceAll('.', '\\.')).join('|');
  return new RegExp(`^/(?:${alternatives})${roots === undefined ? '$' : '(?:/|$)'}`);
}

const DOMAINS = [...new Set(RESOURCES.map(({ domain }) => domain))];

const OF_RESOURCES = { isForOrigins: true, isCompressed: true, isLogged: true } as const;

/** What most requests are for comes first. */
const DESCRIBED: readonly Described[] = [
  {
    name: 'api',
    endpoints: RESOURCE_ENDPOINTS,
    roots: DOMAINS.map((domain) => `/${domain}/v2beta1`),
    ...OF_RESOURCES,
  },
  {
    name: 'v1',
    endpoints: V1_ENDPOINTS,
    roots: DOMAINS.map((domain) => `/${domain}/v1`),
    ...OF_RESOURCES,
  },
  { name: 'documents', endpoints: DOCUMENTS, isForOrigins: true, isCompressed: true },
  { name: 'events', endpoints: EVENTS, isLogged: true },
  { name: 'signIn', endpoints: SIGN_IN_ENDPOINTS, roots: ['/auth/v1'], operation: 'signIn' },
  { name: 'tokens', endpoints: TOKENS, roots: ['/sts', '/oauth'] },
  { name: 'discovery', endpoints: DISCOVERY, roots: ['/.well-known'], operation: 'discovery' },
  { name: 'picture', endpoints: PICTURE },
  { name: 'unsubscribe', endpoints: UNSUBSCRIBE },
  { name: 'healthz', endpoints: HEALTH, isProbe: true },
  { name: 'readyz', endpoints: READINESS, isProbe: true },
  { name: 'metrics', endpoints: METRICS, isProbe: true },
  { name: 'malformed', pattern: /^\/malformed$/, operation: 'page' },
  // In route handlers of Next.js.
  { name: 'nextAuth', endpoints: PROVIDERS, pattern: /^\/api\/auth\/[^/]/, operation: 'signIn' },
  // Calls start with the package, and so contain a dot.
  { name: 'calls', pattern: /^\/(?:grove|grpc)\.[\w.]+\/\w+$/, isForOrigins: true },
  // Of the build.
  { name: 'files', pattern: /^\/_next\/static\//, operation: 'file' },
];

export const AREAS: readonly Area[] = DESCRIBED.map((area) => ({
  ...area,
  pattern: area.pattern ?? patternOf(area),
}));

/** The area of a path without a query. Undefined for a page, and where nothing is. */
export const findArea = (path: string): Area | undefined =>
  AREAS.find(({ pattern }) => pattern.test(path));

/** @param path without a query. */
export const isIn = (path: string, name: AreaName): boolean => findArea(path)?.name === name;
