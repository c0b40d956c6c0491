import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { perProcess } from '#lib/per-process.ts';
import { knownBrowser, knownBrowserCookie } from './known-browser.ts';

const config = perProcess('config');
const dataDir = mkdtempSync(join(tmpdir(), 'grove-known-'));

beforeAll(() => {
  process.env['GROVE_DATA_DIR'] = dataDir;
});

afterAll(() => rmSync(dataDir, { recursive: true }));

const ADA = { identityUid: 'a'.repeat(16), createTime: new Date('2026-01-01') };
const GRACE = { ...ADA, identityUid: 'b'.repeat(16) };
const pairOf = (setCookie: string) => setCookie.split(';', 1)[0] ?? '';

it('knows a browser by its cookie, for the one account', () => {
  const cookie = pairOf(knownBrowserCookie(ADA));
  expect(knownBrowser(ADA, `a=b; ${cookie}; c=d`)).toMatch(/^[\w-]{16}$/);
  expect(knownBrowser(GRACE, cookie)).toBeNull();
  const renamed = pairOf(knownBrowserCookie(GRACE)).split('=', 1)[0];
  expect(knownBrowser(GRACE, `${renamed}=${cookie.split('=')[1]}`)).toBeNull();
  expect(cookie).not.toContain(ADA.identityUid);
});

it('does not know a browser of an account that was deleted and made again', () => {
  const cookie = pairOf(knownBrowserCookie(ADA));
  expect(knownBrowser({ ...ADA, createTime: new Date('2026-01-02') }, cookie)).toBeNull();
});

it('does not know a cookie that is expired, changed or made up', () => {
  const cookie = pairOf(knownBrowserCookie(ADA));
  const inTwoYears = Date.now() + 2 * 365 * 86_400_000;
  expect(knownBrowser(ADA, cookie, inTwoYears)).toBeNull();
  const [name, value = ''] = cookie.split('=');
  const [id, expires, mac] = value.split('.');
  for (const changed of [`${id}.${Number(expires) + 1}.${mac}`, `${id}.${expires}.`, id, '']) {
    expect(knownBrowser(ADA, `${name}=${changed}`)).toBeNull();
  }
});

it('is a cookie of this very host over https', () => {
  expect(knownBrowserCookie(ADA)).toMatch(/^grove\.known-[^;]*; Path=\/;[^]*SameSite=Lax$/);
  config.take();
  process.env['GROVE_URL'] = 'https://grove.example.com';
  expect(knownBrowserCookie(ADA)).toMatch(/^__Host-grove\.known-[^;]*; Path=\/;[^]*; Secure$/);
});
