// @module-tag http
import { expect } from 'vitest';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, withSettings } from '../fixtures.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';

const it = withSettings({ GROVE_URL: 'https://grove.example.com' });

it('sets cookies over https that no other host can set', async () => {
  const browser = new TestBrowser(grove.url);
  const { csrfToken } = (await browser.ask('csrf')).body as { csrfToken: string };
  const form = { email: OWNER_EMAIL, password: OWNER_PASSWORD, csrfToken, json: 'true' };
  const { setCookies } = await browser.ask('callback/credentials', form);
  const names = [...browser.cookies.keys()].map((name) => name.replace(/-[\w-]{12}$/, '-…'));
  expect(names.sort()).toEqual([
    '__Host-grove.known-…',
    '__Host-next-auth.callback-url',
    '__Host-next-auth.csrf-token',
    '__Host-next-auth.session-token',
  ]);
  for (const line of setCookies) {
    expect(line).toMatch(/; Path=\/;/);
    expect(line).toMatch(/; Secure/);
    expect(line).toMatch(/; HttpOnly/);
    expect(line).not.toMatch(/; Domain=/i);
  }
  const me = (cookie: string) =>
    grove.get('/auth/v1/me', { token: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  ok(await me(browser.cookie));
  // Another site on the same domain may set cookies with other names.
  failure(await me(browser.cookie.replaceAll('__Host-', '')), 'UNAUTHENTICATED');
  failure(await me(browser.cookie.replaceAll('__Host-', '__Secure-')), 'UNAUTHENTICATED');
});
