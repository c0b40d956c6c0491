/**
 * Requests that cannot be turned against the network that Grove runs in: https
 * unless loopback, and the address checked at the moment of connecting.
 */
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isLoopbackAddress, isLoopbackHost, isPrivateAddress } from './addresses.ts';
import type { Networks } from './networks.ts';

/** The class of what went wrong with a request. */
export type FetchProblem =
  | 'BAD_ADDRESS'
  | 'PRIVATE_ADDRESS'
  | 'DNS'
  | 'TLS'
  | 'REFUSED'
  | 'TIMEOUT'
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

/** Why a fetch failed, in words for whoever set the address up. */
export class FetchError extends Error {
  readonly problem: FetchProblem;
  /** What was found instead: a status, an issuer, the code of a failed connection. */
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
  /** The private networks that may be reached. */
  privateNetworks: Networks;
  /** The one port of this machine that may be reached where those include it; null for all. */
  loopbackPort: string | null;
  /** Whether it may be http on other machines as well. */
  mayBePlain?: boolean;
  /** Ends when the time is up. */
  signal: AbortSignal;
  /** How long that is, for the message. */
  timeoutMs: number;
}

export interface Sending {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Keeps connections for the next request; each request has one of its own without. */
  agent?: Agent;
}

/** @throws FetchError for an address that Grove would not fetch from by its looks. */
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

export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/**
 * An address as a message names it: without a port, since whoever reads that must not learn what
 * answers where.
 */
export function shown({ protocol, hostname, pathname }: URL): string {
  return `${protocol}//${hostname}${pathname}`.slice(0, 300);
}

type Allowed = Pick<Bounds, 'privateNetworks' | 'loopbackPort'> & { port: string };

function forbidden(address: string, { privateNetworks, loopbackPort, port }: Allowed): boolean {
  if (!isPrivateAddress(address)) return false;
  if (!privateNetworks.has(address)) return true;
  return isLoopbackAddress(address) && loopbackPort !== null && loopbackPort !== port;
}

/** Resolves and checks in one, so that the address connected to is the one that was checked. */
function checkedLookup(reach: Allowed): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (addresses.some(({ address }) => forbidden(address, reach))) {
        return callback(new FetchError('PRIVATE_ADDRESS', `${hostname} is a private address`), []);
      }
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

/** @throws FetchError where nothing answers, or the address is one that Grove keeps off. */
export async function send(url: URL, bounds: Bounds, sending: Sending): Promise<IncomingMessage> {
  const { signal } = bounds;
  const reach = { ...bounds, port: portOf(url) };
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && forbidden(literal, reach)) {
    throw new FetchError('PRIVATE_ADDRESS', `${url.hostname} is a private address`);
  }
  const { method = 'GET', headers, body, agent = false } = sending;
  const options: RequestOptions = {
    method,
    signal,
    lookup: checkedLookup(reach),
    headers: { accept: 'application/json', 'user-agent': 'grove', ...headers },
    agent,
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', (error) => reject(failure(error, url, bounds)))
      .end(body);
  });
}

type Timing = Pick<Bounds, 'signal' | 'timeoutMs'>;

/** What went wrong, in words. */
export function failure(error: Error, url: URL, { signal, timeoutMs }: Timing): FetchError {
  if (error instanceof FetchError) return error;
  if (signal.aborted) {
    return new FetchError('TIMEOUT', `${shown(url)} did not answer within ${timeoutMs / 1000} s`);
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const problem = connectionProblem(code);
  return new FetchError(problem, `${shown(url)} cannot be reached: ${REASONS[problem]}`, code);
}

type ConnectionProblem = 'DNS' | 'TLS' | 'REFUSED' | 'TIMEOUT' | 'UNREACHABLE';

/** Classes only: the words of Node name the resolved address and its port. */
const REASONS: Readonly<Record<ConnectionProblem, string>> = {
  DNS: 'its name does not resolve',
  TLS: 'its TLS connection is not trusted',
  REFUSED: 'the connection is refused',
  TIMEOUT: 'it does not answer',
  UNREACHABLE: 'the connection broke',
};

/** Node's codes of sockets, names and OpenSSL, as far as whoever set the issuer up can act on them. */
const CONNECTION_PROBLEMS: readonly (readonly [RegExp, ConnectionProblem])[] = [
  [/^(?:ENOTFOUND|ENODATA|EAI_)/, 'DNS'],
  [/^ECONNREFUSED$/, 'REFUSED'],
  [/^ETIMEDOUT$/, 'TIMEOUT'],
  [
    /^(?:EPROTO$|ERR_TLS_|ERR_SSL_)|CERT|CRL|SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH/,
    'TLS',
  ],
];

export function connectionProblem(code: string): ConnectionProblem {
  return CONNECTION_PROBLEMS.find(([pattern]) => pattern.test(code))?.[1] ?? 'UNREACHABLE';
}

/** @throws FetchError for more than `maxBytes`, or an answer that ends early. */
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
        throw new FetchError('TOO_LARGE', `${shown(url)} sent more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw failure(error as Error, url, timing);
  }
  return Buffer.concat(chunks);
}
