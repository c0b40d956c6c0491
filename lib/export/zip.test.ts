import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { zipFiles } from '#lib/import/advisories/archives.ts';
import type { SourceFile } from '#lib/import/advisories/types.ts';
import { ZipWriter } from './zip.ts';
import type { ArchiveEntry } from './zip.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-zip-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function* entries(count: number): Generator<ArchiveEntry> {
  for (let at = 0; at < count; at += 1) {
    const content = Buffer.from(`"${'x'.repeat(at % 100)} ${at}"`);
    yield { name: `é/${at}.json`, content, time: new Date('2026-11-21T10:20:30Z') };
  }
}

// An archive of more files than 16 bits can count has another format.
it.each([0, 3, 65_600])(
  'is read back: %j files',
  async (count) => {
    const path = join(folder, 'a.zip');
    const zip = new ZipWriter();
    const files = Array.from(entries(count), (entry) => zip.add(entry));
    writeFileSync(path, Buffer.concat([...files, ...zip.end()]));
    let found = 0;
    for await (const file of zipFiles(path, 'a')) {
      // Reading each of many files takes too long.
      if (found % 1_000 === 0) {
        const { name, chunks } = file as SourceFile;
        expect(name).toBe(`a!é/${found}.json`);
        expect(await text(chunks)).toBe(`"${'x'.repeat(found % 100)} ${found}"`);
      }
      found += 1;
    }
    expect(found).toBe(count);
  },
  60_000,
);
