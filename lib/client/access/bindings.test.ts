import { expect, test } from 'vitest';
import { splitGiven } from './bindings.ts';

const holdings = {
  capabilities: [
    { capability: 'groups.list', roleBindingUids: ['a', 'b'], hidden: 0 },
    { capability: 'repo.list', roleBindingUids: ['a'], hidden: 0 },
    { capability: 'tag.list', roleBindingUids: ['a'], hidden: 1 },
  ],
};
const all = ['groups.list', 'repo.list', 'tag.list', 'audit.list'];

test('what a binding gives alone is what is lost without it', () => {
  expect(splitGiven(all.slice(0, 3), holdings, 'a')).toEqual({
    alone: ['repo.list'],
    shared: ['groups.list', 'tag.list'],
  });
});

test('what a new binding gives alone is what it adds', () => {
  expect(splitGiven(all, holdings)).toEqual({ alone: ['audit.list'], shared: all.slice(0, 3) });
});
