import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, it } from 'vitest';
import { tarGzChunks } from './tar.ts';

const time = new Date('2024-01-02T03:04:05Z');

async function read(archive: Uint8Array): Promise<[string, string][]> {
  const tar = extract();
  tar.end(gunzipSync(archive));
  const found: [string, string][] = [];
  for await (const entry of tar) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk);
    found.push([entry.header.name, String(Buffer.concat(chunks))]);
  }
  return found;
}

it.each([0, 1, 500])('is read back: %i files', async (count) => {
  const files = Array.from({ length: count }, (_, at): [string, string] => [
    `päckage-${at}.yaml`,
    'x'.repeat(at * 7),
  ]);
  const entries = async function* () {
    for (const [name, text] of files) yield { name, content: Buffer.from(text), time };
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarGzChunks(entries())) chunks.push(chunk);
  expect(await read(Buffer.concat(chunks))).toEqual(files);
});

it('fails where its files cannot be read', async () => {
  const reading = async () => {
    for await (const chunk of tarGzChunks(broken())) expect(chunk.byteLength).toBeGreaterThan(0);
  };
  await expect(reading()).rejects.toThrow('gone');
});

async function* broken() {
  yield { name: 'a', content: Buffer.from('a'), time };
  throw new Error('gone');
}
