import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readListState } from '#lib/client/lists/list-state.ts';
import { searchText, withSearch } from '#lib/client/lists/search.ts';
import type { SearchKind } from '#lib/client/lists/search-kinds.ts';

const ALL: readonly SearchKind[] = ['query', 'name', 'digest', 'vulnerability'];
const EMPTY = readListState(new URLSearchParams('skip=50'), { orders: [] });
const UID = `${'0a'.repeat(20)}/${'1b'.repeat(8)}`;
const DIGEST = `sha256:${'c'.repeat(64)}`;

const found = (text: string, kinds = ALL) => {
  const { name, filters } = withSearch(EMPTY, text, kinds);
  return { ...(name !== '' && { name }), ...filters };
};

describe('what is typed', () => {
  test.each([
    ['zlib', { query: ['zlib'] }],
    ['  z ', { query: ['z'] }],
    ['=zlib', { name: 'zlib' }],
    ['"zlib tools"', { name: 'zlib tools' }],
    ['"', {}],
    ['=', {}],
    ['', {}],
    // The quotes are not closed yet.
    ['"zli', { query: ['zli'] }],
    [UID, { 'uidp.ids': [UID] }],
    [UID.replaceAll('/', '.'), { 'uidp.ids': [UID] }],
    [`registry.example.com/app@${DIGEST}`, { digest: [DIGEST] }],
    ['cve-2024-12345', { query: ['cve-2024-12345'] }],
    ['CGA-2345-6789-cfgh', { query: ['CGA-2345-6789-cfgh'] }],
  ])('%j is looked for as %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test('is a part where the list has nothing more exact', () => {
    expect(found('=zlib', ['query'])).toEqual({ query: ['zlib'] });
    expect(found('CVE-2024-12345', ['query'])).toEqual({ query: ['CVE-2024-12345'] });
  });

  test('takes the place of what was looked for before, and starts at the first page', () => {
    const before = { ...EMPTY, filters: { query: ['old'], severities: ['LOW'] } };
    expect(withSearch(before, '=new', ALL)).toMatchObject({
      name: 'new',
      skip: 0,
      filters: { severities: ['LOW'] },
    });
  });

  test('becomes a name as the server keeps it', () => {
    expect(withSearch(EMPTY, '"Team A"', ALL, (name) => name.toLowerCase()).name).toBe('team a');
  });
});

test('the box says what the list is searched for, and means the same again', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom(UID, DIGEST, 'CVE-2024-1234', '=a b', '"quoted"'),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const once = withSearch(EMPTY, text, ALL);
      fc.pre(!once.name.includes('"') && !/^["=]/.test(searchText(once, ['query'])));
      expect(withSearch(once, searchText(once, ALL), ALL)).toEqual(once);
    }),
  );
});
