import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

const GROUPS = '/iam/v2beta1/groups';

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
  for (let count = 0; count < 30; count += 1) await newGroup(grove, group);
});

interface Raw {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

/** Requests without the headers that `fetch` adds and the decoding that it does. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${grove.ownerToken}`, ...headers };
    request(`${grove.url}${path}`, { headers: all }, (answer) => {
      const { statusCode: status = 0 } = answer;
      buffer(answer).then((bytes) => resolve({ status, headers: answer.headers, bytes }), reject);
    })
      .on('error', reject)
      .end();
  });
}

const list = () => `${GROUPS}?uidp.children_of=${group}`;
const accepting = (encoding: string) => ({ 'accept-encoding': encoding });

describe('a list', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ])('comes as %s to whoever takes that', async (encoding, decompress) => {
    const plain = await ask(list());
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const { headers, bytes } = await ask(list(), accepting(encoding));
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(decompress(bytes)).toEqual(plain.bytes);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['*', 'zstd'],
    ['zstd;q=0, *', 'br'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('for "%s" comes as %s', async (accepted, encoding) => {
    const { headers } = await ask(list(), accepting(accepted));
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('accept-encoding');
  });
});

it.each(['/openapi.json', `/iam/v2beta1/identities?uidp.descendants_of=none`])(
  'documents are compressed, and what is short is not: %s',
  async (path) => {
    const { bytes, headers } = await ask(path, accepting('gzip'));
    expect(headers['content-encoding']).toBe(path === '/openapi.json' ? 'gzip' : undefined);
    expect(bytes.length).toBeLessThan(80_000);
  },
);

it('an export is compressed while it is produced', async () => {
  const path = `/vulnerabilities/v2beta1/advisories:export?group_uid=${group}&format=openvex`;
  const plain = await ask(path);
  expect(plain.status).toBe(200);
  const { headers, bytes } = await ask(path, accepting('gzip'));
  expect(headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(String(gunzipSync(bytes)))).toMatchObject({ statements: [] });
});

it('answers with tokens are never compressed', async () => {
  const { headers } = await ask('/auth/v1/me', accepting('gzip'));
  expect(headers).not.toHaveProperty('content-encoding');
});

it('a resource that the client has already is not sent again, until it changes', async () => {
  const path = `${GROUPS}/${group}`;
  const { etag } = (await ask(path)).headers as { etag: string };
  const again = await ask(path, { 'if-none-match': `"0", W/${etag}` });
  expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
  ok(await grove.patch(path, { description: 'changed' }));
  expect(await ask(path, { 'if-none-match': etag })).toMatchObject({ status: 200 });
});

it('a resource that shows more than its own changes is always sent', async () => {
  const path = `/iam/v2beta1/identities/${grove.ownerUid}`;
  const { etag } = (await ask(path)).headers as { etag: string };
  expect(await ask(path, { 'if-none-match': etag })).toMatchObject({ status: 200 });
});

it('the ETag of a compressed resource is weak, and names its version', async () => {
  const path = `${GROUPS}/${group}`;
  ok(await grove.patch(path, { description: 'x'.repeat(1_000) }));
  const { headers } = await ask(path, accepting('gzip'));
  const etag = String(headers['etag']);
  expect([headers['content-encoding'], etag]).toEqual([
    'gzip',
    expect.stringMatching(/^W\/"\d+"$/),
  ]);
  const body = { description: '' };
  ok(await grove.call('PATCH', path, { body, headers: { 'if-match': etag } }));
});
