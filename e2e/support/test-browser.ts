/**
 * A browser's behaviour at `/api/auth/*` without a browser: keeps cookies, submits forms, follows
 * no redirects.
 */
import NextAuth from 'next-auth';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { cookiesFor, nextAuthFor } from '#lib/transport/sign-in/next-auth.ts';

export interface AuthAnswer {
  status: number;
  /** The target address, from the header or from JSON. */
  url: URL | null;
  body: unknown;
  setCookies: string[];
}

export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #base: string;
  readonly #client: string;

  constructor(base: string, client = '203.0.113.1') {
    this.#base = base;
    this.#client = client;
  }

  /** The header for API requests. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      if (value === '' || /; *max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** @param path after `/api/auth/`, with a query if it has one. */
  async ask(path: string, form?: Record<string, string>): Promise<AuthAnswer> {
    const url = new URL(path, `${this.#base}/api/auth/`);
    const nextauth = url.pathname.slice('/api/auth/'.length).split('/').map(decodeURIComponent);
    const [action, provider] = nextauth;
    const { options, outcome } = await nextAuthFor({
      action,
      provider,
      network: this.#client,
      cookies: this.cookie,
      state: url.searchParams.get('state'),
      userAgent: 'test browser',
    });
    const headers = new Map<string, unknown>();
    const answer: AuthAnswer = { status: 200, url: null, body: null, setCookies: [] };
    const done = (body: unknown) => {
      answer.body = body;
    };
    const response = {
      getHeader: (name: string) => headers.get(name.toLowerCase()),
      setHeader: (name: string, value: unknown) => {
        headers.set(name.toLowerCase(), value);
        return response;
      },
      status: (status: number) => {
        answer.status = status;
        return response;
      },
      json: done,
      send: done,
      end: done,
    };
    const request = {
      method: form === undefined ? 'GET' : 'POST',
      query: { ...Object.fromEntries(url.searchParams), nextauth },
      body: form,
      cookies: Object.fromEntries([...this.cookies].map(([k, v]) => [k, decodeURIComponent(v)])),
      headers: {
        'user-agent': 'test browser',
        cookie: this.cookie,
        [CLIENT_ADDRESS_HEADER]: this.#client,
      },
    };
    await NextAuth(request as never, response as never, options);
    const setByNextAuth = [headers.get('set-cookie') ?? []].flat() as string[];
    const location = headers.get('location') ?? (answer.body as { url?: string } | null)?.url;
    answer.setCookies = [...setByNextAuth, ...cookiesFor(outcome, String(location))];
    this.keep(answer.setCookies);
    answer.url = typeof location === 'string' ? new URL(location, this.#base) : null;
    return answer;
  }

  /** Submits a form as next-auth's own script does, with the CSRF token. */
  async post(path: string, form: Record<string, string> = {}): Promise<AuthAnswer> {
    const { csrfToken } = (await this.ask('csrf')).body as { csrfToken: string };
    return this.ask(path, { ...form, csrfToken, json: 'true' });
  }

  /** The error code, or null after a successful sign-in. */
  async signIn(email: string, password: string): Promise<string | null> {
    const answer = await this.post('callback/credentials', { email, password });
    return answer.url?.searchParams.get('error') ?? null;
  }

  /** Signs in with the answer of a passkey; returns like {@link signIn}. */
  async signInWithPasskey(answer: object): Promise<string | null> {
    return this.takeSecondStep({ passkey: JSON.stringify(answer) });
  }

  /** Submits the form of the second step with one of these; returns like {@link signIn}. */
  async takeSecondStep(
    given:
      | { code: string }
      | { recoveryCode: string }
      | { secondPasskey: string }
      | { passkey: string },
  ): Promise<string | null> {
    const answer = await this.post('callback/credentials', { ...given });
    return answer.url?.searchParams.get('error') ?? null;
  }
}
