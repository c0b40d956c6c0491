import { expect, test } from 'vitest';
import { isGranted, missingReason } from './capabilities.ts';

const grants = { a: ['groups.list'], 'a/b': ['groups.update'] };

test('a grant holds for its group and for all below', () => {
  expect(isGranted(grants, 'a/b', 'groups.update')).toBe(true);
  expect(isGranted(grants, 'a/b/c', 'groups.update')).toBe(true);
  expect(isGranted(grants, 'a/b/c', 'groups.list')).toBe(true);
});

test('a grant holds neither above nor beside its group', () => {
  expect(isGranted(grants, 'a', 'groups.update')).toBe(false);
  expect(isGranted(grants, 'a/bc', 'groups.update')).toBe(false);
});

test('what is missing is named, and nothing is held back before it is known', () => {
  expect(missingReason(grants, 'a', 'groups.delete')).toBe(
    'Your roles do not grant groups.delete here',
  );
  expect(missingReason(grants, 'a/b', 'groups.update')).toBe(false);
  expect(missingReason(undefined, 'a', 'groups.delete')).toBe(false);
});
