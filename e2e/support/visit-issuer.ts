/** Visits the pages of a test's issuer as a browser does, without a browser. */
import { TestBrowser } from './test-browser.ts';

export interface Visit {
  browser: TestBrowser;
  /** The addresses of Grove and the issuer. */
  grove: string;
  issuer: string;
  /** The uid of the identity provider. */
  uid: string;
  /** The login at the issuer; null cancels. */
  login: string | null;
  /** Where the sign-in returns to; the address of Grove unless given. */
  callbackUrl?: string;
}

export interface Visited {
  /** The redirect back to Grove. */
  back: URL;
  /** The nonce in Grove's request. */
  nonce: string;
  /** The cookies that the issuer has set. */
  jar: TestBrowser;
}

/** Starts at Grove and follows the issuer's pages. */
export async function visitIssuer({
  browser,
  grove,
  issuer,
  uid,
  login,
  callbackUrl = grove,
}: Visit): Promise<Visited> {
  const id = uid.replaceAll('/', '.');
  const { url } = await browser.post(`signin/${id}`, { callbackUrl });
  const nonce = url?.searchParams.get('nonce') ?? '';
  const jar = new TestBrowser(issuer);
  let next = url ?? new URL('missing:');
  let body: URLSearchParams | undefined;
  for (let hop = 0; hop < 6; hop += 1) {
    if (next.origin === new URL(grove).origin) return { back: next, nonce, jar };
    const response = await send(next, jar, body);
    const location = response.headers.get('location');
    if (location === null) {
      body = new URLSearchParams(login === null ? { cancel: 'yes' } : { login });
    } else {
      next = new URL(location, next);
      body = undefined;
    }
  }
  throw new Error(`no way back from ${next.href}`);
}

/** Signs out at the issuer, which notifies every client before it answers. */
export async function signOutAtIssuer(issuer: string, jar: TestBrowser): Promise<void> {
  const page = await (await send(new URL('/session/end', issuer), jar)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const form = new URLSearchParams({ xsrf, logout: 'yes' });
  await send(new URL('/session/end/confirm', issuer), jar, form);
}

async function send(url: URL, jar: TestBrowser, body?: URLSearchParams): Promise<Response> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    redirect: 'manual',
    headers: { cookie: jar.cookie },
  });
  jar.keep(response.headers.getSetCookie());
  return response;
}
