import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInThread } from './read.ts';
import { keepReader, takeReader } from './reader.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-read-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await takeReader().worker.terminate();
});

async function idsIn(content: string): Promise<string[]> {
  const path = join(folder, 'records.json');
  writeFileSync(path, content);
  const ids: string[] = [];
  for await (const { advisories } of readInThread([{ path, name: 'records.json' }], 'acme')) {
    ids.push(...advisories.map(({ advisory }) => advisory.advisoryId));
  }
  return ids;
}

const record = (id: string) =>
  JSON.stringify({ id, modified: '2026-01-01T00:00:00Z', affected: [{ package: PACKAGE }] });
const PACKAGE = { ecosystem: 'Go', name: 'example.com/a' };

/** The thread that the next import would have. */
function spare(): number {
  const reader = takeReader();
  keepReader(reader);
  return reader.worker.threadId;
}

it('reads one import after another in the same thread', async () => {
  expect(await idsIn(record('GO-2026-1'))).toEqual(['GO-2026-1']);
  const thread = spare();
  expect(await idsIn(record('GO-2026-2'))).toEqual(['GO-2026-2']);
  expect(spare()).toBe(thread);
});

it('reads in another thread after an import that was broken off', async () => {
  const thread = spare();
  for await (const _ of readInThread([{ path: folder, name: 'all' }], 'acme')) break;
  await expect(idsIn('')).resolves.toEqual([]);
  expect(spare()).not.toBe(thread);
  const nowhere = readInThread([{ path: join(folder, 'nowhere'), name: 'nowhere' }], 'acme');
  await expect(nowhere.next()).rejects.toThrow('ENOENT');
  expect(await idsIn(record('GO-2026-3'))).toEqual(['GO-2026-3']);
});
