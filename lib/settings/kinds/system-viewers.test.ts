import { expect, it } from 'vitest';
import { settingsOf } from '../declared.ts';

const ROOT = '0'.repeat(40);
const IDENTITY = `${ROOT}/0123456789abcdef`;

const read = (value?: string) =>
  settingsOf({ GROVE_SYSTEM_VIEWERS: value }, '/')('GROVE_SYSTEM_VIEWERS');

it('is nobody unless the environment says who', () => {
  expect(read()).toEqual({ uids: [], everyOwner: false });
  expect(read(' , ')).toEqual({ uids: [], everyOwner: false });
});

it('is identities, owners of some root groups, or of all', () => {
  expect(read(`${IDENTITY}, ${ROOT}`)).toEqual({ uids: [IDENTITY, ROOT], everyOwner: false });
  expect(read(`owners,${IDENTITY}`)).toEqual({ uids: [IDENTITY], everyOwner: true });
});

it.each(['ops@example.com', 'all', `${ROOT}/`, ROOT.toUpperCase().replace('0', 'A')])(
  'refuses %j, which anybody could claim to be',
  (value) => {
    expect(() => read(value)).toThrow('must be uids of identities or root groups, or owners, not');
  },
);
