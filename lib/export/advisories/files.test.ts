import { afterEach, expect, it } from 'vitest';
import type { Advisory } from '#lib/resources/rows.ts';
import { osvFiles, yamlFiles } from './files.ts';

const time = new Date('2026-01-01T00:00:00Z');

/** Of a megabyte. */
const advisory = (advisoryId: string): Advisory => ({
  uid: advisoryId,
  parent: 'group',
  advisoryId,
  artifactName: 'left',
  artifactType: 'apk',
  artifactArchitecture: '',
  artifactFamily: 'Wolfi',
  componentName: '',
  componentType: '',
  componentLocation: '',
  summary: '',
  author: '',
  severity: 0,
  severities: [],
  status: 'FIX_NOT_PLANNED',
  fixedVersion: '',
  aliases: [],
  events: Array.from({ length: 10 }, (_, nth) => ({
    uid: String(nth),
    createTime: time.toISOString(),
    author: '',
    fixNotPlanned: { note: 'x'.repeat(100_000) },
  })),
  origin: null,
  createTime: time,
  updateTime: time,
  revision: 1,
});

async function* rowsOf(ids: readonly string[]) {
  for (const id of ids) yield advisory(id);
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

let isOver = false;
afterEach(() => void (isOver = true));

it('lets others have their turn in the file of a package', async () => {
  let turns = 0;
  isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const files = await listOf(yamlFiles(rowsOf(['CVE-2026-1', 'CVE-2026-2'])));
  expect(files.map(({ name }) => name)).toEqual(['left.advisories.yaml']);
  expect(turns).toBeGreaterThan(10);
});

it('holds only so much for a file, and makes another one of the rest', async () => {
  const ids = Array.from({ length: 10 }, (_, nth) => `CVE-2026-${nth}`);
  const files = await listOf(yamlFiles(rowsOf(ids)));
  expect(files.map(({ name }) => name)).toEqual(['left.advisories.yaml', 'left.2.advisories.yaml']);
  const text = files.map(({ content }) => Buffer.from(content).toString()).join('');
  for (const id of ids) expect(text.split(`- id: ${id}\n`)).toHaveLength(2);
  const same = await listOf(osvFiles(rowsOf(ids.map(() => 'CVE-2026-1'))));
  expect(same.map(({ name }) => name)).toEqual(['CVE-2026-1.json', 'CVE-2026-1.2.json']);
});
