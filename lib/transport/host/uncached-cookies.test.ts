import { expect, it } from 'vitest';
import { uncachedCookies } from './uncached-cookies.ts';

const cacheControl = (headers: HeadersInit) =>
  uncachedCookies(new Response('{}', { status: 201, headers })).headers.get('cache-control');

it('keeps an answer with a cookie out of caches', async () => {
  const cookies = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  const answer = uncachedCookies(new Response('{"a":1}', { status: 201, headers: cookies }));
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect([answer.status, await answer.json()]).toEqual([201, { a: 1 }]);
});

it('replaces weaker words, and keeps those that say so already', () => {
  expect(cacheControl({ 'set-cookie': 'a=1', 'cache-control': 'private' })).toBe('no-store');
  const strong = 'private, no-cache, no-store';
  expect(cacheControl({ 'set-cookie': 'a=1', 'cache-control': strong })).toBe(strong);
});

it('leaves an answer without a cookie as it is', () => {
  expect(cacheControl({ 'cache-control': 'public, max-age=60' })).toBe('public, max-age=60');
  expect(cacheControl({})).toBeNull();
});
