import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AccessCache } from '#lib/access/access-cache.ts';
import { all, is } from './predicates.ts';
import {
  accessRevision,
  closeDatabase,
  committed,
  openDatabase,
  snapshot,
  transaction,
} from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-store-'));

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const put = (key: string) => transaction((tx) => tx.put('Setting', { key, value: key }));

it('shows a snapshot one state, and everybody else what is committed by then', async () => {
  await snapshot(async (reads) => {
    const before = await reads.count('Setting', all());
    await put('a');
    expect(await reads.count('Setting', all())).toBe(before);
    expect(await committed.count('Setting', all())).toBe(before + 1);
    expect(await snapshot((later) => later.count('Setting', all()))).toBe(before + 1);
  });
});

it('shows a transaction its own writes, and nobody else before they are committed', async () => {
  await transaction(async (tx) => {
    await tx.put('Setting', { key: 'b', value: 'b' });
    expect(await tx.first('Setting', is('key', 'b'))).not.toBeNull();
    expect(await committed.first('Setting', is('key', 'b'))).toBeNull();
  });
  expect(await committed.first('Setting', is('key', 'b'))).toEqual({ key: 'b', value: 'b' });
});

it('commits nothing after a statement that failed, even if that is ignored', async () => {
  const time = new Date();
  const role = { name: 'x', capabilities: [], createTime: time, updateTime: time };
  const work = transaction(async (tx) => {
    await tx.put('Setting', { key: 'half', value: '' });
    await tx.insert('Role', { uid: 'nowhere/x', parent: 'nowhere', ...role }).catch(() => {});
  });
  await expect(work).rejects.toThrow('a statement has failed before');
  expect(await committed.first('Setting', is('key', 'half'))).toBeNull();
});

it('writes many rows with the texts that it writes one with', async () => {
  const value = 'half a pair \ud800, "quotes" and \u2028';
  await transaction(async (tx) => {
    await tx.put('Setting', { key: 'one', value });
    await tx.insertAll('Setting', [{ key: 'many', value }]);
  });
  const values = await committed.find('Setting', is('key', 'many'));
  expect(values[0]?.value).toBe((await committed.first('Setting', is('key', 'one')))?.value);
  expect(values[0]?.value).toBe(value.toWellFormed());
});

it('keeps nothing of who may do what that a change has overtaken', async () => {
  const cache = new AccessCache<string>();
  const overtaken = await cache.lookUp('x', async () => {
    await put('url:c');
    void cache.find('y', await accessRevision());
    return 'old';
  });
  const revision = await accessRevision();
  expect([overtaken, cache.find('x', revision)]).toEqual(['old', undefined]);
  expect(await cache.lookUp('x', async () => 'new')).toBe('new');
  expect(await cache.find('x', revision)).toBe('new');
});
