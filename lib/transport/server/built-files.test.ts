import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtFiles } from './static-files.ts';

const TAKES_BROTLI = { 'accept-encoding': 'gzip, br;q=0.9' };

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grove-built-'));
  mkdirSync(join(folder, 'chunks'));
  writeFileSync(join(folder, 'chunks/a.js'), 'plain');
  writeFileSync(join(folder, 'chunks/a.js.br'), brotliCompressSync('compressed'));
  const answer = builtFiles(folder);
  server = createServer((message, response) => {
    if (!answer(message, response)) response.writeHead(404).end('left');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_next/static`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it('gives what was compressed to whoever takes it', async () => {
  const answer = await fetch(`${url}/chunks/a.js?v=1`, { headers: TAKES_BROTLI });
  expect(await answer.text()).toBe('compressed');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const head = await fetch(`${url}/chunks/a.js`, { method: 'HEAD', headers: TAKES_BROTLI });
  expect(head.headers.get('content-encoding')).toBe('br');
});

it.each([
  ['another coding', '/chunks/a.js', { 'accept-encoding': 'gzip' }],
  ['a coding that is refused', '/chunks/a.js', { 'accept-encoding': 'br;q=0, gzip' }],
  ['a part of it', '/chunks/a.js', { 'accept-encoding': 'br', range: 'bytes=0-3' }],
  ['what is not there', '/chunks/b.js', { 'accept-encoding': 'br' }],
  ['what lies elsewhere', '/../chunks/a.js.br', { 'accept-encoding': 'br' }],
])('leaves %s to others', async (_, path, headers) => {
  expect(await (await fetch(url + path, { headers })).text()).toBe('left');
});
