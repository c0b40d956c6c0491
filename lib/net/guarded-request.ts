/**
 * Requests that cannot be turned against the network that Grove runs in: https unless loopback, and
 * the address is checked at the moment of connecting.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hasLeft } from '#lib/abort-signals.ts';
import { config } from '#lib/config.ts';
import { logError } from '#lib/log.ts';
import { currentTrace } from '#lib/tracing/current.ts';
import { spanStarter, type Span } from '#lib/tracing/spans.ts';
import { traceHeaders } from '#lib/tracing/trace-context.ts';
import {
  isForbiddenAddress,
  isLoopbackAddress,
  isLoopbackHost,
  isPrivateAddress,
} from './addresses.ts';
import { withoutDescriptor } from './descriptors.ts';
import type { SettingName } from '#lib/settings/declared.ts';
import type { Networks } from './networks.ts';
import { agentOfOne, type Agents } from './proxies.ts';

/** Why a document could not be fetched. */
export type FetchProblem =
  | 'BAD_ADDRESS'
  | 'PRIVATE_ADDRESS'
  | 'UNREACHABLE'
  | 'HTTP_STATUS'
  | 'TOO_MANY_REDIRECTS'
  | 'TOO_LARGE'
  | 'NOT_JSON'
  | 'NOT_DISCOVERY'
  | 'ISSUER_MISMATCH'
  | 'MISSING_ENDPOINTS'
  | 'NOT_KEYS'
  | 'BAD_ANSWER';

/** Why a fetch failed, in words for the person who configured the address. */
export class FetchError extends Error {
  readonly problem: FetchProblem;
  /** The actual value: a status, an issuer, or the code of a failed connection. */
  readonly found: string;

  constructor(problem: FetchProblem, message: string, found = '') {
    super(message);
    this.name = 'FetchError';
    this.problem = problem;
    this.found = found;
  }
}

/** Where requests for one issuer or registry may go, and until when. */
export interface Bounds {
  /** Of the address that somebody registered. Messages have its port, and no other. */
  origin: string;
  privateNetworks: Networks;
  /** The setting that names those networks. */
  setting: SettingName;
  /**
   * If those include loopback: the only port of this machine that requests may reach, or null for
   * all.
   */
  loopbackPort: string | null;
  mayBePlain?: boolean;
  signal: AbortSignal;
  timeoutMs: number;
}

export interface Sending {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /**
   * Keep connections open for later requests. Without them, each request opens its own connection.
   */
  agents?: Agents;
}

/** @throws FetchError if the form of the address already forbids a request. */
export function parseAddress(address: string, base?: URL, mayBePlain = false): URL {
  const url = URL.parse(address, base);
  if (url === null)
    throw new FetchError('BAD_ADDRESS', `${address.slice(0, 200)} is not an address`);
  const isPlain = url.protocol === 'http:' && (mayBePlain || isLoopbackHost(url.hostname));
  if (url.protocol !== 'https:' && !isPlain) {
    throw new FetchError('BAD_ADDRESS', `${shown(url)} is not https`);
  }
  return url;
}

/** The port of an http or https address, also where it is left out. */
export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/**
 * An address for messages. The reader knows the port of the registered address, and must not learn of
 * others.
 */
export function shown(url: URL, registered?: Pick<Bounds, 'origin'>): string {
  const { protocol, hostname, pathname } = url;
  const origin = url.origin === registered?.origin ? url.origin : `${protocol}//${hostname}`;
  return `${origin}${pathname}`.slice(0, 300);
}

type Allowed = Pick<Bounds, 'privateNetworks' | 'loopbackPort' | 'setting'> & { port: string };

function forbidden(address: string, { privateNetworks, loopbackPort, port }: Allowed): boolean {
  if (isForbiddenAddress(address, privateNetworks)) return true;
  return isLoopbackAddress(address) && loopbackPort !== null && loopbackPort !== port;
}

const notAllowed = (setting: SettingName) => `a private address that ${setting} does not allow`;

const privateAddress = (hostname: string, { setting }: Allowed) =>
  new FetchError('PRIVATE_ADDRESS', `${hostname} is ${notAllowed(setting)}`);

/** Names of this machine are known to be private. The caller must not learn that of other names. */
const privateName = (hostname: string, reach: Allowed): Error =>
  isLoopbackHost(hostname)
    ? privateAddress(hostname, reach)
    : Object.assign(new Error('private'), { code: PRIVATE });

/** Resolves and checks in one step, so that the connection goes to the address that was checked. */
function checkedLookup(reach: Allowed): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (addresses.some(({ address }) => forbidden(address, reach))) {
        return callback(privateName(hostname, reach), []);
      }
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

/**
 * Whether a request goes past the proxy: to this machine and to private networks. The proxy would take
 * their addresses for its own. It resolves names by itself and connects where it likes, so Grove
 * first looks at the addresses to which they resolve here. Names that only the proxy can resolve are
 * left to it.
 *
 * @throws FetchError if Grove may not connect to the address.
 */
function isPastProxy(hostname: string, url: URL, bounds: Bounds, reach: Allowed): Promise<boolean> {
  if (isLoopbackHost(hostname)) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    // The request then fails by the same signal.
    bounds.signal.addEventListener('abort', () => resolve(true), { once: true });
    checkedLookup(reach)(hostname, { all: true }, (error, found) => {
      if (error instanceof FetchError || error?.code === PRIVATE)
        reject(failure(error, url, bounds));
      else resolve(error === null && addressesOf(found).some(isPrivateAddress));
    });
  });
}

const addressesOf = (found: string | readonly LookupAddress[]) =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address);

/** @throws FetchError if nothing answers, or Grove may not connect to the address. */
export async function send(url: URL, bounds: Bounds, sending: Sending): Promise<IncomingMessage> {
  const reach = { ...bounds, port: portOf(url) };
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && forbidden(literal, reach)) {
    throw privateAddress(url.hostname, reach);
  }
  const hasProxy = config().proxies !== undefined;
  const isPast = !hasProxy || (await isPastProxy(literal, url, bounds, reach));
  const { method = 'GET', headers, body, agents = agentOfOne } = sending;
  const span = startSpan(url, method);
  const trace = span?.context ?? currentTrace();
  const options: RequestOptions = {
    method,
    signal: bounds.signal,
    lookup: checkedLookup(reach),
    headers: {
      accept: 'application/json',
      'user-agent': 'grove',
      ...(trace !== undefined && traceHeaders(trace)),
      ...headers,
    },
    agent: agents(url, isPast),
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      const known = failure(error, url, bounds);
      span?.end({ 'error.type': known.problem }, true);
      reject(known);
    };
    request(url, options, (response) => {
      const status = response.statusCode ?? 0;
      span?.end({ 'http.response.status_code': status }, status >= 400);
      resolve(response);
    })
      .on('error', fail)
      // Node closes the connection of one that nobody listens to, without an error: it would never end.
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        fail(new Error('it speaks another protocol'));
      })
      .end(body);
  });
}

/** Without the path and query: they may contain what only the other server should read. */
function startSpan(url: URL, method: string): Span | undefined {
  return spanStarter()?.(method, 'client', currentTrace(), {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(portOf(url)),
    'url.scheme': url.protocol.slice(0, -1),
  });
}

type Timing = Pick<Bounds, 'origin' | 'setting' | 'signal' | 'timeoutMs'>;

const LATE = 'ETIMEDOUT';
/** The code of a name that resolves to a private address. */
const PRIVATE = 'EPRIVATE';

/**
 * Says nothing but that there is no answer: whoever names addresses must not learn from it which
 * hosts and ports there are. The log says why.
 */
function failure(error: Error, url: URL, timing: Timing): FetchError {
  const { signal, timeoutMs } = timing;
  if (error instanceof FetchError) return error;
  const code = signal.aborted ? LATE : ((error as NodeJS.ErrnoException).code ?? '');
  const known = new FetchError('UNREACHABLE', `${shown(url, timing)} cannot be reached`, code);
  if (signal.aborted && hasLeft(signal.reason)) return known;
  const reason = signal.aborted
    ? `no answer within ${timeoutMs / 1000} s`
    : `${code === PRIVATE ? `its name resolves to ${notAllowed(timing.setting)}` : problemOf(code)[2]} (${code})`;
  withoutDescriptor(error);
  logError(`${url.host} cannot be reached`, reason);
  return known;
}

const OF_TLS =
  /^(?:EPROTO$|ERR_TLS_|ERR_SSL_)|CERT|CRL|SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH/;

/** Node's codes for sockets, names and OpenSSL that an operator can act on. */
const CONNECTION_PROBLEMS = [
  ['DNS', /^(?:ENOTFOUND|ENODATA|EAI_)/, 'its name does not resolve'],
  ['PRIVATE', /^EPRIVATE$/, 'its name resolves to a private address'],
  ['REFUSED', /^ECONNREFUSED$/, 'the connection is refused'],
  ['TIMEOUT', /^ETIMEDOUT$/, 'it does not answer'],
  ['TLS', OF_TLS, 'its TLS connection is not trusted'],
] as const;

const OTHER = ['UNREACHABLE', null, 'the connection broke'] as const;

const problemOf = (code: string) =>
  CONNECTION_PROBLEMS.find(([, pattern]) => pattern.test(code)) ?? OTHER;

/**
 * What an error of `node:net`, `node:dns` or `node:tls` means.
 *
 * @param code such as `ECONNREFUSED`.
 */
export const connectionProblem = (code: string) => problemOf(code)[0];

/** @throws FetchError for more than `maxBytes`, or a response that ends early. */
export async function readBody(
  response: IncomingMessage,
  url: URL,
  timing: Timing,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes)
        throw new FetchError('TOO_LARGE', `${shown(url, timing)} sent more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw failure(error as Error, url, timing);
  }
  return Buffer.concat(chunks);
}
