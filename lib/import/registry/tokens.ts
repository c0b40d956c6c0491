/**
 * Signs requests in, with name and password or with tokens from the server that the registry names.
 *
 * @see https://distribution.github.io/distribution/spec/auth/token/
 */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { jsonIn } from '#lib/aip/json.ts';
import { parseChallenges, type Challenge } from './challenge.ts';
import { RegistryError } from './errors.ts';

/** Null if the registry is public. */
export type Credentials = { username: string; password: string } | null;

/** GETs a token, with the header if there is one, which counts as sent once it is asked for. */
export type FetchToken = (asked: {
  address: string;
  authorize: () => string | null;
  signal: AbortSignal;
}) => Promise<{ status: number; body: string }>;

/** The request that a token is for. */
interface Asking {
  scope: string;
  signal: AbortSignal;
}

const tokenAnswer = z.object({
  token: z.string().min(1).optional(),
  access_token: z.string().min(1).optional(),
  expires_in: z.number().positive().optional(),
});

/** The default of the specification for a token without a lifetime. */
const DEFAULT_LIFETIME_S = 60;
/** A token is not used in its last seconds, because the request may take that long. */
const MARGIN_MS = 5_000;
const MAX_TOKENS = 100;

/** Says in a message whether the registry, or its token server, has the password. */
export const sentText = (hasSentPassword: boolean) =>
  hasSentPassword ? 'the password was sent' : 'no password was sent';

export class Authorization {
  readonly #credentials: Credentials;
  readonly #fetchToken: FetchToken;
  #isBasic = false;
  #hasSentPassword = false;
  /** Header fields by scope. */
  readonly #tokens = new LRUCache<string, string>({ max: MAX_TOKENS });

  constructor(credentials: Credentials, fetchToken: FetchToken) {
    this.#credentials = credentials;
    this.#fetchToken = fetchToken;
  }

  /** Whether the registry, or its token server, has the password. */
  get hasSentPassword(): boolean {
    return this.#hasSentPassword;
  }

  get sent(): string {
    return sentText(this.#hasSentPassword);
  }

  /** The known header for a request with `scope`; null before the first challenge. */
  header(scope: string): string | null {
    if (this.#isBasic) return this.#basic();
    return this.#tokens.get(scope) ?? null;
  }

  /**
   * Signs in as the challenge of a rejected request demands.
   *
   * @param sent the header of the rejected request. A token may have expired; a password has not.
   * @throws RegistryError DENIED if there is nothing left to try.
   */
  async answer(asking: Asking, challenge: string, sent: string | null): Promise<void> {
    const challenges = parseChallenges(challenge);
    const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
    const mayBeBasic = challenges.some(({ scheme }) => scheme === 'basic');
    this.#tokens.delete(asking.scope);
    if (bearer !== undefined) {
      try {
        await this.#takeToken(asking, bearer);
        return;
      } catch (error) {
        if (!mayBeBasic || this.#credentials === null || this.#isBasic) throw error;
      }
    }
    if (!mayBeBasic) {
      throw new RegistryError(
        'DENIED',
        `the registry asks for a kind of sign-in that Grove does not know; ${this.sent}`,
      );
    }
    if (this.#credentials === null) {
      throw new RegistryError('DENIED', 'the registry asks for a user name and password');
    }
    if (sent?.startsWith('Basic ') === true)
      throw new RegistryError('DENIED', 'the registry refuses the user name and password');
    this.#isBasic = true;
  }

  #basic(): string | null {
    if (this.#credentials === null) return null;
    const { username, password } = this.#credentials;
    this.#hasSentPassword = true;
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  async #takeToken({ scope, signal }: Asking, { params }: Challenge): Promise<void> {
    const realm = URL.parse(params['realm'] ?? '');
    if (realm === null) {
      throw new RegistryError('INVALID', `the registry names no token server; ${this.sent}`);
    }
    if (params['service'] !== undefined) realm.searchParams.set('service', params['service']);
    for (const wanted of (params['scope'] ?? scope).split(' ')) {
      realm.searchParams.append('scope', wanted);
    }
    realm.searchParams.set('client_id', 'grove');
    const { status, body } = await this.#fetchToken({
      address: realm.href,
      authorize: () => this.#basic(),
      signal,
    });
    if (status === 401 || status === 403) {
      const reason =
        this.#credentials === null
          ? 'the registry wants a user name and password for a token'
          : 'the token server of the registry refuses the user name and password';
      throw new RegistryError('DENIED', reason);
    }
    const answer = tokenAnswer.safeParse(status === 200 ? jsonIn(body) : null).data;
    const token = answer?.token ?? answer?.access_token;
    if (answer === undefined || token === undefined || !/^[\x21-\x7e]+$/.test(token)) {
      throw new RegistryError(
        'INVALID',
        `the token server of the registry answers with status ${status} and no token; ${this.sent}`,
      );
    }
    const lifetime = (answer.expires_in ?? DEFAULT_LIFETIME_S) * 1_000;
    const ttl = Math.max(lifetime - MARGIN_MS, 1_000);
    this.#tokens.set(scope, `Bearer ${token}`, { ttl });
  }
}
