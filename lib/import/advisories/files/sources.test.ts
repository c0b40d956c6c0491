import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Budget, MAX_FILE_BYTES } from './limits.ts';
import { parseAdvisories } from '#lib/import/advisories/parse.ts';
import { sourceFiles } from './sources.ts';
import { fixture, MIXED, tarGzOf, zipOf } from '#lib/import/advisories/test-archives.ts';
import { inWords } from '#lib/import/advisories/test-parse.ts';
import { VexStatements } from '#lib/import/advisories/formats/vex-statements.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-sources-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** `file:line id` of each advisory, `file:line reason` of each rejection. */
async function read(path: string): Promise<string[]> {
  const found: string[] = [];
  const statements = new VexStatements();
  for await (const source of sourceFiles(path, 'it')) {
    if ('passedOver' in source) continue;
    if ('problem' in source) found.push(`${source.file}:${source.line} ${source.problem}`);
    else {
      for await (const parsed of parseAdvisories(source, statements)) {
        found.push(`${parsed.file}:${parsed.line} ${inWords(parsed)}`);
      }
    }
  }
  statements.close();
  return found;
}

const mixed = (prefix: string) => [
  `${prefix}broken.json:3 is not well-formed JSON: colon expected`,
  `${prefix}go/GO-2025-3448.json:1 GO-2025-3448`,
  `${prefix}go/GO-2025-3448.json:1 GO-2025-3448`,
  `${prefix}openvex.json:8 CVE-2024-1000`,
  `${prefix}package.yaml:7 CGA-2222-3333-4444`,
  `${prefix}package.yaml:14 CGA-3333-3333-4444`,
  `${prefix}package.yaml:37 events: must be an array`,
];

it('reads zip and tar archives by their content', async () => {
  expect(await read(write('any', zipOf(MIXED)))).toEqual(mixed('it!'));
  expect(await read(write('thing', await tarGzOf(MIXED)))).toEqual(mixed('it!'));
});

it('reads archives whose names begin with ./', async () => {
  const files = Object.fromEntries(
    Object.entries({ ...MIXED, '.git/config.json': '{}' }).map(([name, content]) => [
      `./${name}`,
      content,
    ]),
  );
  expect(await read(write('any.zip', zipOf(files)))).toEqual(mixed('it!'));
  expect(await read(write('any.tgz', await tarGzOf(files)))).toEqual(mixed('it!'));
});

it('reads folders, in the order of names, and archives in them', async () => {
  for (const [name, content] of Object.entries(MIXED)) write(`all/${name}`, content);
  const zip = zipOf({ 'a.json': fixture('openvex.json') });
  write('all/z.zip', zip);
  write('all/.git/config.json', '{}');
  write('outside.json', '{}');
  symlinkSync(join(folder, 'outside.json'), join(folder, 'all/link.json'));
  expect(await read(join(folder, 'all'))).toEqual([
    ...mixed('it/'),
    'it/z.zip!a.json:8 CVE-2024-1000',
  ]);
});

it('reads one compressed file', async () => {
  const path = write('vex.json.gz', gzipSync(fixture('openvex.json')));
  expect(await read(path)).toEqual(['it:8 CVE-2024-1000']);
});

it('goes on after a file that is not text', async () => {
  const files = { 'a.json': Buffer.from([0x7b, 0xff]), 'b.json': fixture('openvex.json') };
  const expected = ['it!a.json:1 is not UTF-8', 'it!b.json:8 CVE-2024-1000'];
  expect(await read(write('a.zip', zipOf(files)))).toEqual(expected);
  expect(await read(write('a.tgz', await tarGzOf(files)))).toEqual(expected);
});

it('names a file that its repository keeps elsewhere', async () => {
  const text = 'version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 5\n';
  expect(await read(write('a.json', text))).toEqual([
    'it:1 is only a pointer of Git LFS to the file',
  ]);
});

it('says what is wrong with an archive', async () => {
  const zip = zipOf(MIXED);
  const tar = await tarGzOf(MIXED);
  for (const [name, broken] of Object.entries({
    zip: zip.subarray(0, 300),
    gzip: tar.subarray(0, 300),
    both: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]),
  })) {
    const found = await read(write(name, broken));
    expect(`${name} ${found.at(-1)}`).toMatch(/^\w+ it(?:![\w./-]+)?:1 cannot be read: /);
  }
  expect(await read(write('empty', ''))).toEqual(['it:1 is empty']);
});

it('stops where an archive unpacks to more than it may', async () => {
  const megabyte = new Uint8Array(1024 * 1024);
  const chunks = async function* () {
    for (let size = 0; size <= MAX_FILE_BYTES; size += megabyte.byteLength) yield megabyte;
  };
  const reading = async () => {
    for await (const chunk of new Budget().within(chunks())) expect(chunk.byteLength).toBe(1048576);
  };
  await expect(reading()).rejects.toThrow('is larger than');
});
