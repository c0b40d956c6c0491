import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../e2e/support/free-port.ts';
import { createGroveServer, type GroveServer } from './node.ts';
import { publicFiles } from './static-files.ts';

const FOLDER = join(import.meta.dirname, '../../../public');

let server: GroveServer;
let url: string;

beforeAll(async () => {
  server = createGroveServer({ files: [publicFiles(FOLDER)] });
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  url = `http://127.0.0.1:${port}`;
});

afterAll(() => server.close(0));

it.each([
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['/favicon.ico', 'image/x-icon'],
  ['/icon.svg', 'image/svg+xml'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icons/512.png', 'image/png'],
  ['/social.png', 'image/png'],
])('%s is served as %s', async (path, type) => {
  const answer = await fetch(`${url}${path}?v=1`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status).toBe(200);
  expect(bytes.equals(readFileSync(FOLDER + path))).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  });
  const head = await fetch(url + path, { method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual([
    String(bytes.length),
    '',
  ]);
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(url + path, { headers: { 'if-none-match': `"other", W/${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it.each([
  ['POST', '/robots.txt'],
  ['GET', '/icons'],
  ['GET', '/../package.json'],
  ['GET', '/robots.txt/'],
])('%s %s is not a file', async (method, path) => {
  expect((await fetch(url + path, { method })).status).not.toBe(200);
});

it('keeps robots out of everything', () => {
  expect(readFileSync(`${FOLDER}/robots.txt`, 'utf8')).toMatch(/^User-agent: \*\nDisallow: \/$/m);
});

/** Width and height of a PNG file. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

describe('the pictures', () => {
  interface Manifest {
    icons: { src: string; sizes: string; type: string }[];
  }

  it('have the sizes that the manifest says', () => {
    const text = readFileSync(`${FOLDER}/manifest.webmanifest`, 'utf8');
    const { icons } = JSON.parse(text) as Manifest;
    const pictures = icons.filter(({ type }) => type === 'image/png');
    for (const { src, sizes } of pictures) expect(sizeOf(readFileSync(FOLDER + src))).toBe(sizes);
    expect(pictures.map(({ src }) => src.slice('/icons/'.length)).sort()).toEqual(
      readdirSync(`${FOLDER}/icons`).sort(),
    );
  });

  it('have the sizes that systems ask for', () => {
    expect(sizeOf(readFileSync(`${FOLDER}/apple-touch-icon.png`))).toBe('180x180');
    expect(sizeOf(readFileSync(`${FOLDER}/social.png`))).toBe('1200x630');
    const ico = readFileSync(`${FOLDER}/favicon.ico`);
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => 6 + 16 * at);
    const sizes = entries.map((entry) => sizeOf(ico.subarray(ico.readUInt32LE(entry + 12))));
    expect(sizes).toEqual(['16x16', '32x32', '48x48']);
  });
});
