import { describe, expect, it } from 'vitest';
import { safeCallbackPath } from './callback-url.ts';

const ORIGIN = 'https://grove.example';

describe('safeCallbackPath', () => {
  it.each([
    ['/groups/ab.cd/children?page_size=20#x', '/groups/ab.cd/children?page_size=20#x'],
    ['https://grove.example/settings', '/settings'],
    ['groups', '/groups'],
    ['/..//evil.example', '/evil.example'],
  ])('keeps %s', (raw, path) => expect(safeCallbackPath(raw, ORIGIN)).toBe(path));

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'http://grove.example/',
    'https://grove.example@evil.example/',
  ])('answers / for %j', (raw) => expect(safeCallbackPath(raw, ORIGIN)).toBe('/'));
});
