import { expect, it } from 'vitest';
import { onlyLooks } from './only-looks.ts';

const ROOT = '0'.repeat(40);
const CHILD = `${ROOT}/1234567890abcdef`;
const OTHER = `${ROOT}/abcdef1234567890`;

it.each<[string, Record<string, string[]>, boolean]>([
  ['lists above', { [ROOT]: ['groups.list', 'repo.list'] }, true],
  ['a change above', { [ROOT]: ['groups.list'], [CHILD]: ['groups.update'] }, false],
  ['a change elsewhere', { [CHILD]: ['groups.list'], [OTHER]: ['groups.update'] }, true],
  [
    'a change below',
    { [CHILD]: ['groups.list'], [`${CHILD}/abcdef1234567890`]: ['repo.sync'] },
    false,
  ],
  ['nothing', {}, true],
])('with %s', (_, grants, looks) => {
  expect(onlyLooks(grants, CHILD)).toBe(looks);
});
