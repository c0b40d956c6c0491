import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { knownBrowser, knownBrowserCookie } from './known-browser.ts';

const shared = globalThis as { groveConfig?: unknown };
const dataDir = mkdtempSync(join(tmpdir(), 'grove-known-'));

beforeAll(() => {
  process.env['GROVE_DATA_DIR'] = dataDir;
});

afterAll(() => rmSync(dataDir, { recursive: true }));

const EMAIL = 'ada@example.com';
const pairOf = (setCookie: string) => setCookie.split(';', 1)[0] ?? '';

it('knows a browser by its cookie, for the one account', () => {
  const cookie = pairOf(knownBrowserCookie(EMAIL));
  expect(knownBrowser(EMAIL, `a=b; ${cookie}; c=d`)).toMatch(/^[\w-]{16}$/);
  expect(knownBrowser('grace@example.com', cookie)).toBeNull();
  const renamed = pairOf(knownBrowserCookie('grace@example.com')).split('=', 1)[0];
  expect(knownBrowser('grace@example.com', `${renamed}=${cookie.split('=')[1]}`)).toBeNull();
  expect(cookie).not.toContain('example');
});

it('does not know a cookie that is expired, changed or made up', () => {
  const cookie = pairOf(knownBrowserCookie(EMAIL));
  const inTwoYears = Date.now() + 2 * 365 * 86_400_000;
  expect(knownBrowser(EMAIL, cookie, inTwoYears)).toBeNull();
  const [name, value = ''] = cookie.split('=');
  const [id, expires, mac] = value.split('.');
  for (const changed of [`${id}.${Number(expires) + 1}.${mac}`, `${id}.${expires}.`, id, '']) {
    expect(knownBrowser(EMAIL, `${name}=${changed}`)).toBeNull();
  }
});

it('is a cookie of this very host over https', () => {
  expect(knownBrowserCookie(EMAIL)).toMatch(/^grove\.known-[^;]*; Path=\/;[^]*SameSite=Lax$/);
  delete shared.groveConfig;
  process.env['GROVE_URL'] = 'https://grove.example.com';
  expect(knownBrowserCookie(EMAIL)).toMatch(/^__Host-grove\.known-[^;]*; Path=\/;[^]*; Secure$/);
});
