import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameAt, newestIn, prune } from './folder.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-02-27T22:10:05Z');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-backups-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string) => writeFileSync(join(folder, name), '');

it('knows the newest backup by its name', () => {
  expect(newestIn(join(folder, 'missing'))).toBeNull();
  expect(newestIn(folder)).toBeNull();
  for (const hours of [3, 12, 0]) put(nameAt(START + hours * HOUR));
  put('grove-99991231T000000Z.tar.gz.partial');
  expect(nameAt(START)).toBe('grove-20260227T221005Z.tar.gz');
  expect(newestIn(folder)).toBe(START + 12 * HOUR);
});

it('keeps the newest, what is being written, and the files of others', () => {
  const names = [0, 1, 2, 3, 4].map((hours) => nameAt(START + hours * HOUR));
  const others = ['notes.txt', 'grove-by-hand.tar.gz', 'before-upgrade.partial'];
  const [left, young] = [`${nameAt(START)}.partial`, `${nameAt(START + HOUR)}.copy`];
  for (const name of [...names, ...others, left, young]) put(name);
  const long = new Date(Date.now() - 2 * HOUR);
  for (const name of [left, ...others]) utimesSync(join(folder, name), long, long);
  prune(folder, 2);
  expect(readdirSync(folder).sort()).toEqual([...names.slice(-2), ...others, young].sort());
});
