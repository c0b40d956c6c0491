import { expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { parsePassphrase, readBackups } from './backups.ts';

const read = (env: Record<string, string>) =>
  readBackups(settingsOf(env, '/srv/grove'), '/srv/grove/data');

it('makes no backups unless asked for', () => {
  expect(read({})).toEqual({ every: null, keep: 28, folder: '/srv/grove/data/backups' });
  expect(read({ GROVE_BACKUP_EVERY: '0' }).every).toBeNull();
});

it.each([
  ['90m', 5_400_000],
  ['6h', 21_600_000],
  ['1d', 86_400_000],
])('takes %s', (every, milliseconds) => {
  expect(read({ GROVE_BACKUP_EVERY: every }).every).toBe(milliseconds);
});

it('takes paths relative to the folder of the program', () => {
  const env = { GROVE_BACKUP_FOLDER: '../backups', GROVE_BACKUP_PASSPHRASE_FILE: '/etc/p' };
  expect(read(env)).toMatchObject({ folder: '/srv/backups', passphraseFile: '/etc/p' });
});

it.each([
  [{ GROVE_BACKUP_EVERY: '6' }, 'GROVE_BACKUP_EVERY must be minutes, hours or days, such as 6h'],
  [{ GROVE_BACKUP_EVERY: '0h' }, 'GROVE_BACKUP_EVERY must be'],
  [{ GROVE_BACKUP_KEEP: '0' }, 'GROVE_BACKUP_KEEP must be a whole number from 1 on'],
])('refuses %j', (env, message) => {
  expect(() => read(env)).toThrow(message);
});

it('never repeats a passphrase', () => {
  expect(parsePassphrase('correct horse battery \r\n', 'P')).toBe('correct horse battery ');
  expect(() => parsePassphrase('hunter2\n', 'P')).toThrow(/^P must have at least 12 characters$/);
});
