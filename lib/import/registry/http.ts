/** Requests to one registry: signed in, tried again where that helps, bounded in time and size. */
import { Agent as HttpAgent } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isLoopbackHost, LOOPBACK_NETWORKS, PRIVATE_NETWORKS } from '#lib/net/addresses.ts';
import { NO_NETWORKS } from '#lib/net/networks.ts';
import type { Networks } from '#lib/net/networks.ts';
import { FetchError, parseAddress, portOf, readBody, send } from '#lib/net/guarded-request.ts';
import type { Bounds } from '#lib/net/guarded-request.ts';
import { config } from '#lib/config.ts';
import { RegistryError } from './errors.ts';
import { patiently, retryAfterMs } from './retry.ts';
import type { Attempt } from './retry.ts';
import { Authorization } from './tokens.ts';
import type { Credentials } from './tokens.ts';

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;
const MAX_TOKEN_BYTES = 1024 * 1024;
const RETRIED = [429, 502, 503, 504];
/** What may be over in a moment. */
const PASSING: readonly string[] = ['TIMEOUT', 'UNREACHABLE', 'REFUSED', 'DNS'];

export interface RegistryRequest {
  /** An address of the registry, or a path below its own. */
  path: string;
  /** What it is about, as tokens have it: `repository:NAME:pull`. */
  scope: string;
  method?: 'GET' | 'HEAD';
  accept: string;
  maxBytes: number;
}

export interface RegistryAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  url: URL;
}

type Unaddressed = Omit<RegistryAnswer, 'url'>;

export class RegistryHttp {
  readonly base: URL;
  readonly #signal: AbortSignal;
  readonly #authorization: Authorization;
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: 8 }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: 8 }),
  };

  /** @param url where `/v2/` is, without a slash at its end. */
  constructor(url: string, credentials: Credentials, signal: AbortSignal) {
    this.base = parseAddress(`${url}/`, undefined, config().allowPrivateRegistries);
    this.#signal = signal;
    this.#authorization = new Authorization(credentials, (address, authorization) =>
      this.#fetchToken(address, authorization),
    );
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /**
   * @throws RegistryError DENIED for 401 and 403; UNAVAILABLE where nothing, or no more than an
   *   excuse, is answered; INVALID for what is too large, or redirects too far.
   */
  async request(request: RegistryRequest): Promise<RegistryAnswer> {
    const url = this.#resolve(request.path);
    for (let signedIn = 0; ; signedIn += 1) {
      const authorization = this.#authorization.header(request.scope);
      const reply = await patiently(() => this.#attempt(url, request, authorization), this.#signal);
      const challenge = reply.headers['www-authenticate'];
      if (reply.status === 403)
        throw new RegistryError('DENIED', `the registry refuses ${url.pathname}`);
      if (reply.status !== 401) return { ...reply, url };
      if (challenge === undefined || signedIn === 2) {
        throw new RegistryError('DENIED', `the registry refuses ${url.pathname}`);
      }
      await this.#authorization.answer(request.scope, challenge, authorization);
    }
  }

  /** A page's address may be told as a whole, but leads nowhere else. */
  #resolve(path: string): URL {
    const url = URL.parse(path, this.base);
    if (url === null || url.origin !== this.base.origin) {
      throw new RegistryError('INVALID', 'the registry names a page that is not its own');
    }
    return url;
  }

  async #attempt(
    url: URL,
    { method = 'GET', accept, maxBytes }: RegistryRequest,
    authorization: string | null,
  ): Promise<Attempt<Unaddressed>> {
    const headers = { accept, ...(authorization !== null && { authorization }) };
    return this.#oneTry(url, () => this.#follow(url, { method, headers, maxBytes }));
  }

  async #oneTry(url: URL, exchange: () => Promise<Unaddressed>): Promise<Attempt<Unaddressed>> {
    try {
      const reply = await exchange();
      if (reply.status === 500) {
        throw new RegistryError('FAILED', `the registry answers ${url.pathname} with status 500`);
      }
      if (!RETRIED.includes(reply.status)) return { answer: reply };
      const waitMs = retryAfterMs(reply.headers['retry-after']);
      return {
        problem: `the registry answers ${url.pathname} with status ${reply.status}`,
        waitMs,
      };
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof FetchError)) throw error;
      if (PASSING.includes(error.problem)) return { problem: error.message, waitMs: null };
      throw new RegistryError('INVALID', error.message);
    }
  }

  /** Blobs are often kept elsewhere, which is told what to give in the address and nothing more. */
  async #follow(start: URL, { method, headers, maxBytes }: Sent): Promise<Unaddressed> {
    let url = start;
    const bounds = this.#bounds();
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { authorization: _, ...open } = headers;
      const sent = url.origin === this.base.origin ? headers : open;
      const agent = this.#agents[url.protocol as 'http:' | 'https:'];
      const response = await send(url, bounds, { method, headers: sent, agent });
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (status < 300 || status >= 400 || location === undefined) {
        const body = await readBody(response, url, bounds, maxBytes);
        return { status, headers: response.headers, body };
      }
      response.resume();
      url = parseAddress(location, url, bounds.mayBePlain);
    }
    throw new RegistryError('INVALID', `the registry redirects ${start.pathname} too often`);
  }

  async #fetchToken(address: string, authorization: string | null) {
    const bounds = this.#bounds();
    const url = parseAddress(address, undefined, bounds.mayBePlain);
    const headers = { ...(authorization !== null && { authorization }) };
    const { status, body } = await patiently(
      () =>
        this.#oneTry(url, async () => {
          const response = await send(url, this.#bounds(), { headers });
          const bytes = await readBody(response, url, bounds, MAX_TOKEN_BYTES);
          return { status: response.statusCode ?? 0, headers: response.headers, body: bytes };
        }),
      this.#signal,
    );
    return { status, body: body.toString() };
  }

  /** A registry on this machine needs no permission of the operator. */
  #ownNetworks(): Networks {
    return isLoopbackHost(this.base.hostname) ? LOOPBACK_NETWORKS : NO_NETWORKS;
  }

  #bounds(): Bounds {
    const isAllowed = config().allowPrivateRegistries;
    return {
      loopbackPort: isAllowed ? null : portOf(this.base),
      privateNetworks: isAllowed ? PRIVATE_NETWORKS : this.#ownNetworks(),
      mayBePlain: isAllowed,
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)]),
      timeoutMs: TIMEOUT_MS,
    };
  }
}

interface Sent {
  method: 'GET' | 'HEAD';
  headers: { accept: string; authorization?: string };
  maxBytes: number;
}
