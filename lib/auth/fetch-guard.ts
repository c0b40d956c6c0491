/**
 * Fetches JSON of an issuer without being turned against the network that
 * Grove runs in: https unless loopback, the address checked at the moment of
 * connecting, few redirects, bounded time and size.
 */
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { config } from '#lib/config.ts';
import { isLoopbackAddress, isLoopbackHost, isPrivateAddress } from './addresses.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 2;

/** The class of what went wrong with an issuer. */
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

/** Why a fetch failed, in words for whoever set the issuer up. */
export class FetchError extends Error {
  readonly problem: FetchProblem;
  /** What was found instead: a status, an issuer. */
  readonly found: string;

  constructor(problem: FetchProblem, message: string, found = '') {
    super(message);
    this.name = 'FetchError';
    this.problem = problem;
    this.found = found;
  }
}

/** What the documents of one issuer may be fetched from, and until when. */
export interface Bounds {
  /** The port of this machine that an issuer on this machine has; null for every other issuer. */
  loopbackPort: string | null;
  signal: AbortSignal;
}

/** One deadline for all that is fetched within the bounds. */
export function boundsOf(issuer: string): Bounds {
  const url = parse(issuer);
  return {
    loopbackPort: isLoopbackHost(url.hostname) ? portOf(url) : null,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
}

export interface Sending {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Follows redirects only where nothing secret is sent.
 *
 * @throws FetchError for anything but a JSON answer with status 200 within the bounds.
 */
export async function fetchJson(
  address: string,
  bounds: Bounds,
  sending: Sending = {},
): Promise<unknown> {
  const isPlain = Object.keys(sending).length === 0;
  let url = parse(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(url, bounds, sending);
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (isPlain && status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      url = parse(location, url);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw new FetchError(
        'HTTP_STATUS',
        `${url.href} answered with status ${status}`,
        String(status),
      );
    }
    return parseBody(await readBody(response, url, bounds.signal), url);
  }
  throw new FetchError(
    'TOO_MANY_REDIRECTS',
    `${address} redirects more than ${MAX_REDIRECTS} times`,
  );
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url === null)
    throw new FetchError('BAD_ADDRESS', `${address.slice(0, 200)} is not an address`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
    throw new FetchError('BAD_ADDRESS', `${url.href} is not https`);
  }
  return url;
}

/** The address again. @throws FetchError for one that Grove would not fetch from by its looks. */
export function checkedAddress(address: string): string {
  return parse(address).href;
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

function forbidden(address: string, mayLoopback: boolean): boolean {
  if (config().allowPrivateIssuers) return false;
  return isPrivateAddress(address) && !(mayLoopback && isLoopbackAddress(address));
}

/** Resolves and checks in one, so that the address connected to is the one that was checked. */
function checkedLookup(mayLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (addresses.some(({ address }) => forbidden(address, mayLoopback))) {
        return callback(new FetchError('PRIVATE_ADDRESS', `${hostname} is a private address`), []);
      }
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

async function send(url: URL, bounds: Bounds, sending: Sending): Promise<IncomingMessage> {
  const { loopbackPort, signal } = bounds;
  const mayLoopback = loopbackPort === portOf(url);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && forbidden(literal, mayLoopback)) {
    throw new FetchError('PRIVATE_ADDRESS', `${url.host} is a private address`);
  }
  const { method = 'GET', headers, body } = sending;
  const options: RequestOptions = {
    method,
    signal,
    lookup: checkedLookup(mayLoopback),
    headers: { accept: 'application/json', 'user-agent': 'grove', ...headers },
    agent: false,
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', (error) => reject(failure(error, url, signal)))
      .end(body);
  });
}

function failure(error: Error, url: URL, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error;
  if (signal.aborted) {
    return new FetchError('TIMEOUT', `${url.href} did not answer within ${TIMEOUT_MS / 1000} s`);
  }
  return new FetchError(
    connectionProblem((error as NodeJS.ErrnoException).code ?? ''),
    `${url.href} cannot be reached: ${error.message}`,
  );
}

/** Node's codes of sockets, names and OpenSSL, as far as whoever set the issuer up can act on them. */
const CONNECTION_PROBLEMS: readonly (readonly [RegExp, FetchProblem])[] = [
  [/^(?:ENOTFOUND|ENODATA|EAI_)/, 'DNS'],
  [/^ECONNREFUSED$/, 'REFUSED'],
  [/^ETIMEDOUT$/, 'TIMEOUT'],
  [
    /^(?:EPROTO$|ERR_TLS_|ERR_SSL_)|CERT|CRL|SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH/,
    'TLS',
  ],
];

export function connectionProblem(code: string): FetchProblem {
  return CONNECTION_PROBLEMS.find(([pattern]) => pattern.test(code))?.[1] ?? 'UNREACHABLE';
}

async function readBody(response: IncomingMessage, url: URL, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES)
        throw new FetchError('TOO_LARGE', `${url.href} sent more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw failure(error as Error, url, signal);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FetchError('NOT_JSON', `${url.href} did not answer with JSON`);
  }
}
