// @module-tag sqlite
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import { backupState, startBackups, stopBackups } from '#lib/backup/schedule.ts';
import { readBackup } from '#lib/backup/read-backup.ts';
import { config } from '#lib/config.ts';
import { PACE } from '#lib/settings/pace.ts';
import { copies } from '#lib/store/store.ts';
import { until } from '../../support/until.ts';
import { folder, grove, withSettings } from '../fixtures.ts';

const PASSPHRASE = 'correct horse battery staple';

const it = withSettings((folder) => {
  writeFileSync(join(folder, 'passphrase'), PASSPHRASE);
  return {
    GROVE_BACKUP_EVERY: '6h',
    GROVE_BACKUP_KEEP: '2',
    GROVE_BACKUP_FOLDER: join(folder, 'backups'),
    GROVE_BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase'),
  };
});

it.beforeAll(() => {
  // A thread makes the backups, which has the cost of the program.
  Object.assign(config().pace, { backupCost: PACE.backupCost });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await stopBackups();
  rmSync(join(folder, 'backups'), { recursive: true, force: true });
});

const names = () => readdirSync(join(folder, 'backups'));

it('says which setting the schedule lacks', () => {
  const { backups } = config();
  const given = backups.passphraseFile;
  Object.assign(backups, { passphraseFile: undefined });
  expect(startBackups).toThrow(
    /^GROVE_BACKUP_EVERY needs GROVE_BACKUP_PASSPHRASE_FILE or GROVE_ENCRYPTION_KEY/,
  );
  Object.assign(backups, { passphraseFile: given });
});

it('makes a backup where none is recent, keeps some, and answers meanwhile', async () => {
  startBackups();
  expect(backupState()).toMatchObject({ running: true, newest: null });
  expect((await grove.get('/readyz')).status).toBe(200);
  await until(() => expect(backupState()?.succeeded).toBe(1));
  expect(backupState()).toMatchObject({ running: false, failed: 0 });
  const [name = ''] = names();
  const how = { passphrase: PASSPHRASE, migrations: copies?.migrations() ?? [] };
  const { manifest } = await readBackup(join(folder, 'backups', name), how);
  expect(manifest.counts).toMatchObject({ Group: 1, Account: 1 });
  await stopBackups();
  // The next start knows when the last one was made.
  startBackups();
  expect(backupState()).toMatchObject({ running: false, newest: expect.any(Number) as number });
  expect(names()).toEqual([name]);
});

it('reports one that fails', async () => {
  writeFileSync(join(folder, 'backups'), 'not a folder');
  const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  startBackups();
  await until(() => expect(backupState()?.failed).toBe(1));
  expect(complaints.mock.calls.join()).toContain('a backup failed');
});

it('keeps a new backup where an older one cannot be deleted', async () => {
  for (const year of [2001, 2002]) {
    mkdirSync(join(folder, 'backups', `grove-${year}0101T000000Z.tar.gz`), { recursive: true });
  }
  const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  startBackups();
  await until(() =>
    expect(complaints.mock.calls.join()).toContain('older backups were not deleted'),
  );
  expect(backupState()).toMatchObject({ running: false, succeeded: 1, failed: 0 });
});
