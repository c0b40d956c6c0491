import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { zipFiles } from '#lib/import/advisories/files/archives.ts';
import type { SourceFile } from '#lib/import/advisories/types.ts';
import { ZipWriter, type ArchiveEntry } from './zip.ts';

function* entries(count: number): Generator<ArchiveEntry> {
  for (let at = 0; at < count; at += 1) {
    const content = Buffer.from(`"${'x'.repeat(at % 100)} ${at}"`);
    yield { name: `é/${at}.json`, content, time: new Date('2026-11-21T10:20:30Z') };
  }
}

/** Packs as many files, and reads them back with another library. @returns how many there were. */
export async function countReadBack(count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-zip-'));
  const path = join(folder, 'a.zip');
  try {
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
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
