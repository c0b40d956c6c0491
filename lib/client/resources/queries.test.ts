import { describe, expect, it } from 'vitest';
import { mayList } from '#lib/client/resources/queries.ts';

describe('mayList', () => {
  it.each([
    [{ 'uidp.children_of': 'a' }, true],
    [{ 'uidp.children_of': 'a/b' }, false],
    [{ 'uidp.descendants_of': 'a' }, true],
    [{ 'uidp.descendants_of': 'a/b' }, false],
    [{ 'uidp.descendants_of': 'c' }, false],
    [{ 'uidp.ancestors_of': 'a/b/c' }, true],
    [{ 'uidp.ancestors_of': 'a/b' }, false],
    [{ 'uidp.ids': ['a', 'a/b'] }, true],
    [{ 'uidp.ids': ['a'] }, false],
    [{ name: 'x' }, true],
  ])('of %j and a/b is %s', (query, expected) => {
    expect(mayList(query, 'a/b')).toBe(expected);
  });

  it('knows a root group as nobody’s child', () => {
    expect(mayList({ 'uidp.children_of': 'a' }, 'a')).toBe(false);
  });
});
