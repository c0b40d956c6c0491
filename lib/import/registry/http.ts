/** Requests to one registry: signed in, retried if that helps, bounded in time and size. */
import type { IncomingHttpHeaders } from 'node:http';
import { config } from '#lib/config.ts';
import {
  connectionProblem,
  FetchError,
  parseAddress,
  portOf,
  readBody,
  send,
  type Bounds,
} from '#lib/net/guarded-request.ts';
import { RegistryAgents } from './agents.ts';
import { RegistryError } from './errors.ts';
import { patiently, retryAfterMs, type Attempt } from './retry.ts';
import { Authorization, type Credentials, type FetchToken } from './tokens.ts';

const MAX_REDIRECTS = 3;
const MAX_TOKEN_BYTES = 1024 * 1024;
const RETRIED = [429, 502, 503, 504];
/** Whether the problem may pass within a moment. */
const isPassing = ({ problem, found }: FetchError): boolean =>
  problem === 'UNREACHABLE' && connectionProblem(found) !== 'TLS';

/** The address of a registry, and how Grove connects to it. */
export interface RegistryAccess {
  /** The address without `/v2/` and without a trailing slash. */
  url: string;
  credentials: Credentials;
  /** PEM certificates to trust in addition to the well-known authorities; empty for none. */
  caCertificate: string;
}

export interface RegistryRequest {
  /** An address of the registry, or a path below its address. */
  path: string;
  /** The token scope of the request: `repository:NAME:pull`. */
  scope: string;
  method?: 'GET' | 'HEAD';
  accept: string;
  maxBytes: number;
  signal: AbortSignal;
  /** Whether a redirect is the answer itself. */
  isDirect?: boolean;
}

export interface RegistryAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  url: URL;
}

interface Unaddressed extends Omit<RegistryAnswer, 'url'> {
  /** Whether the registry redirected the request. */
  isRedirected: boolean;
}

type Exchange = () => Promise<Unaddressed>;

export class RegistryHttp {
  readonly base: URL;
  readonly #authorization: Authorization;
  readonly #agents: RegistryAgents;
  readonly #attempts: number | undefined;

  constructor({ url, credentials, caCertificate }: RegistryAccess, attempts?: number) {
    this.base = parseAddress(`${url}/`, undefined, config().plainRegistries);
    this.#agents = new RegistryAgents(caCertificate);
    this.#authorization = new Authorization(credentials, (asked) => this.#fetchToken(asked));
    this.#attempts = attempts;
  }

  get hasSentPassword(): boolean {
    return this.#authorization.hasSentPassword;
  }

  close(): void {
    this.#agents.close();
  }

  /**
   * @throws RegistryError DENIED for 401 and 403; UNAVAILABLE or FAILED if there is no response or
   *   only an error; INVALID for a response that is too large or has too many redirects.
   */
  async request(request: RegistryRequest): Promise<RegistryAnswer> {
    const { scope, signal } = request;
    const url = this.#resolve(request.path);
    for (let signedIn = 0; ; signedIn += 1) {
      const authorization = this.#authorization.header(scope);
      const exchange = () => this.#follow(url, request, authorization);
      const reply = await this.#patiently(url, signal, exchange);
      const { isRedirected, ...answer } = reply;
      if (reply.status === 403) throw this.#denied(url);
      if (reply.status !== 401) return { ...answer, url };
      const challenge = reply.headers['www-authenticate'];
      // Only the registry itself decides where the password goes, not the target of a redirect.
      if (isRedirected || challenge === undefined || signedIn === 2) throw this.#denied(url);
      await this.#authorization.answer({ scope, signal }, challenge, authorization);
    }
  }

  #denied({ pathname }: URL): RegistryError {
    const { sent } = this.#authorization;
    return new RegistryError('DENIED', `the registry refuses ${pathname}; ${sent}`);
  }

  /** The address of a page may be absolute, but must stay on the registry. */
  #resolve(path: string): URL {
    const url = URL.parse(path, this.base);
    if (url === null || url.origin !== this.base.origin) {
      throw new RegistryError('INVALID', 'the registry names a page that is not its own');
    }
    return url;
  }

  #patiently(url: URL, signal: AbortSignal, exchange: Exchange): Promise<Unaddressed> {
    return patiently(() => this.#oneTry(url, signal, exchange), signal, this.#attempts);
  }

  async #oneTry(url: URL, signal: AbortSignal, exchange: Exchange): Promise<Attempt<Unaddressed>> {
    try {
      const reply = await exchange();
      const { status } = reply;
      const problem = `the registry answers ${url.pathname} with status ${status}`;
      if (status === 500) throw new RegistryError('FAILED', problem);
      if (!RETRIED.includes(status)) return { answer: reply };
      const waitMs = retryAfterMs(reply.headers['retry-after']);
      return { problem, waitMs, isWhole: status === 429 };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FetchError)) throw error;
      const problem = error.message;
      if (!isPassing(error)) throw new RegistryError('INVALID', problem);
      return { problem, waitMs: null, isSlow: connectionProblem(error.found) === 'TIMEOUT' };
    }
  }

  /**
   * Blobs are often stored elsewhere. The registry puts everything that the other server needs into
   * the address, so credentials never follow a redirect.
   */
  async #follow(
    start: URL,
    {
      method = 'GET',
      accept,
      maxBytes,
      signal,
      isDirect = false,
    }: Omit<RegistryRequest, 'path' | 'scope'>,
    authorization: string | null,
  ): Promise<Unaddressed> {
    let url = start;
    const bounds = this.#bounds(signal);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const isRedirected = redirects > 0;
      const signIn = !isRedirected && authorization !== null && { authorization };
      const response = await send(url, bounds, {
        method,
        headers: { accept, ...signIn },
        agents: (to, isPast) => this.#agents.for(to, isPast),
      });
      const { statusCode: status = 0, headers } = response;
      if (isDirect || status < 300 || status >= 400 || headers.location === undefined) {
        const body = await readBody(response, url, bounds, maxBytes);
        return { status, headers, body, isRedirected };
      }
      response.resume();
      url = parseAddress(headers.location, url, bounds.mayBePlain);
    }
    throw new RegistryError('INVALID', `the registry redirects ${start.pathname} too often`);
  }

  async #fetchToken({ address, authorize, signal }: Parameters<FetchToken>[0]) {
    const asked = { accept: 'application/json', maxBytes: MAX_TOKEN_BYTES, signal, isDirect: true };
    const ask = async () => {
      const url = parseAddress(address, undefined, config().plainRegistries);
      return this.#follow(url, asked, authorize());
    };
    const { status, body } = await this.#patiently(new URL(address), signal, ask);
    return { status, body: body.toString() };
  }

  #bounds(signal: AbortSignal): Bounds {
    const { privateRegistries, plainRegistries, pace } = config();
    // Including redirects and the body.
    const timeoutMs = pace.registryTimeoutMs;
    return {
      origin: this.base.origin,
      loopbackPort: plainRegistries ? null : portOf(this.base),
      privateNetworks: privateRegistries,
      setting: 'GROVE_ALLOW_PRIVATE_REGISTRIES',
      mayBePlain: plainRegistries,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      timeoutMs,
    };
  }
}
