// @module-tag http
// @module-tag next-long
/** The limits of an import, and its report of refused records. */
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { describe, expect } from 'vitest';
import { tarGzOf, zipOf } from '#lib/import/advisories/test-archives.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok, violations } from '../support/answers.ts';
import { newGroup, personWith } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

const IMPORT = '/vulnerabilities/v2beta1/advisories:import';

async function send(group: string, file: Uint8Array | string, name = 'it', token?: string) {
  const response = await fetch(`${grove.url}${IMPORT}?group_uid=${group}&file_name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? grove.ownerToken}` },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text) as Json,
  };
}

const osv = (id: string, more: Json = {}) => ({
  id,
  modified: '2025-02-03T04:05:06Z',
  affected: [{ package: { ecosystem: 'npm', name: 'left' } }],
  ...more,
});

const yaml = (location: string) => `schema-version: 2.0.2
package:
  name: brotli
advisories:
  - id: CVE-2024-0001
    events:
      - timestamp: 2024-01-04T10:11:12Z
        type: detection
        data:
          type: scan/v1
          data:
            componentLocation: ${location}
`;

describe('a record', () => {
  it('may have one field of nearly its own length, which survives an export', async () => {
    const [from, to] = [await newGroup(grove, grove.rootUid), await newGroup(grove, grove.rootUid)];
    const location = `/usr/lib/${'a'.repeat(17_500)}`;
    expect(ok(await send(from, yaml(location), 'a.yaml'))).toMatchObject({ created: 1 });
    const path = `/vulnerabilities/v2beta1/advisories?uidp.children_of=${from}`;
    const [found] = ok(await grove.get(path))['advisories'] as Json[];
    expect(found).toMatchObject({ componentLocation: location });
    const exported = await fetch(
      `${grove.url}/vulnerabilities/v2beta1/advisories:export?group_uid=${from}&format=osv`,
      { headers: { authorization: `Bearer ${grove.ownerToken}` } },
    );
    const zip = new Uint8Array(await exported.arrayBuffer());
    expect(ok(await send(to, zip))).toMatchObject({ created: 1, rejections: [] });
  });

  it('of more than 2 MiB is refused, and the others are not', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const records = [
      osv('OSV-1'),
      osv('OSV-2', { details: 'x'.repeat(2 * 1024 * 1024) }),
      osv('OSV-3', { affected: Array.from({ length: 250_000 }, () => ({})) }),
      osv('OSV-4', { modified: 'yesterday' }),
      osv('OSV-5'),
    ];
    const file = records.map((record) => JSON.stringify(record)).join('\n');
    const report = ok(await send(group, file, 'all.jsonl'));
    expect(report).toMatchObject({ created: 2, rejected: 3 });
    const at = (line: number) => ({ file: 'all.jsonl', line });
    expect(report['rejections']).toEqual([
      { ...at(2), record: 'record 2', field: '', reason: 'is longer than 2097152 bytes' },
      { ...at(3), record: 'record 3', field: '', reason: 'has more than 200000 values' },
      { ...at(4), record: 'OSV-4', field: 'modified', reason: 'must be an RFC 3339 time' },
    ]);
  });

  it('adds nothing to an advisory that would have more than a megabyte', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const said = (day: number) =>
      JSON.stringify({
        '@context': 'https://openvex.dev/ns/v0.2.0',
        '@id': 'https://example.com/vex',
        author: 'a',
        timestamp: `2026-01-0${day}T00:00:00Z`,
        version: 1,
        statements: [
          {
            vulnerability: { name: 'CVE-2026-1' },
            products: [{ '@id': 'pkg:npm/left@1' }],
            status: 'affected',
            action_statement: 'x'.repeat(600_000),
          },
        ],
      });
    expect(ok(await send(group, said(1)))).toMatchObject({ created: 1, rejected: 0 });
    const path = `/vulnerabilities/v2beta1/advisories?uidp.children_of=${group}`;
    const { advisories: before } = ok(await grove.get(path));
    expect(ok(await send(group, said(2)))['rejections']).toEqual([
      {
        file: 'it',
        line: 1,
        record: 'CVE-2026-1',
        field: '',
        reason: 'the advisory would have more than 1048576 characters',
      },
    ]);
    expect(ok(await grove.get(path))['advisories']).toEqual(before);
    expect(ok(await send(group, said(1)))).toMatchObject({ unchanged: 1, rejected: 0 });
  });

  it('closes no advisory of a package that it leaves out, where it is refused', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const version = (modified: string, names: string[], more: Json = {}) =>
      JSON.stringify(
        osv('OSV-1', {
          modified,
          affected: names.map((name) => ({ package: { ecosystem: 'npm', name } })),
          ...more,
        }),
      );
    await send(group, version('2026-01-01T00:00:00Z', ['left', 'right']));
    const details = 'x'.repeat(1024 * 1024);
    const report = await send(group, version('2026-02-01T00:00:00Z', ['left'], { details }));
    expect(ok(report)).toMatchObject({ updated: 0, rejected: 1 });
    const path = `/vulnerabilities/v2beta1/advisories?uidp.children_of=${group}`;
    expect(ok(await grove.get(path))['advisories']).toMatchObject([
      { status: 'DETECTION' },
      { status: 'DETECTION' },
    ]);
  });

  it('in YAML is a document of at most 512 kB', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const file = `${yaml('x'.repeat(512_000))}---\n${yaml('/a').replace('2024-01-04', 'in January')}---\n${yaml('/b')}`;
    const report = ok(await send(group, file, 'a.yaml'));
    expect(report).toMatchObject({ created: 1, rejected: 2 });
    expect(report['rejections']).toEqual([
      {
        file: 'a.yaml',
        line: 1,
        record: '',
        field: '',
        reason: 'is longer than 512000 bytes',
      },
      {
        file: 'a.yaml',
        line: 20,
        record: 'CVE-2024-0001',
        field: 'events.0.timestamp',
        reason: 'must be an RFC 3339 time',
      },
    ]);
  });

  it('names its field as the file does', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const report = ok(await send(group, yaml('"a\\0b"'), 'a.yaml'));
    expect(report['rejections']).toEqual([
      expect.objectContaining({
        record: 'CVE-2024-0001',
        field: 'events.0.data.data.componentLocation',
      }),
    ]);
  });

  it('is refused alone for a text that not every database stores, however it is written', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const statement = (product: string) => ({
      vulnerability: { name: 'CVE-2026-1' },
      products: [{ '@id': product }],
      status: 'under_investigation',
    });
    const document = {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      timestamp: '2026-01-01T00:00:00Z',
      statements: [statement('pkg:npm/a%00b'), statement('pkg:npm/right')],
    };
    const details = 'id: OSV-1\nmodified: 2026-01-01T00:00:00Z\ndetails: "a\\0b"\n';
    const affected = 'affected: [{package: {ecosystem: npm, name: left}}]\n';
    const files = { 'a.json': JSON.stringify(document), 'b.yaml': details + affected };
    const report = ok(await send(group, zipOf(files)));
    expect(report).toMatchObject({ created: 1, rejected: 2 });
    const reason = 'must be well-formed Unicode without NUL';
    expect(report['rejections']).toEqual([
      { file: 'it!a.json', line: 1, record: 'CVE-2026-1', field: 'artifactName', reason },
      { file: 'it!b.yaml', line: 3, record: '', field: 'details', reason },
    ]);
  });
});

describe('an import that finds no record', () => {
  const description = async (file: Uint8Array | string, name: string) =>
    violations(await send(grove.rootUid, file, name))['body'];

  it('names the files it found instead', async () => {
    const files = { 'README.md': '# Hello', 'logo.png': 'x', 'a/b.txt': 'x' };
    expect(await description(zipOf(files), 'a.zip')).toBe(
      'holds no advisory: of no known extension are a.zip!README.md, a.zip!logo.png, a.zip!a/b.txt',
    );
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.txt`, '']));
    expect(await description(await tarGzOf(many), 'a.tgz')).toMatch(/a\.tgz!4\.txt and 4 more$/);
    expect(await description(zipOf({}), 'a.zip')).toBe('holds no advisory: there is no file in it');
    expect(await description('[]', 'a.json')).toBe('holds no advisory: 1 file has no record in it');
    expect(await description(zipOf(files).subarray(0, 60), 'a.zip')).toMatch(
      /^holds no advisory: a\.zip cannot be read: /,
    );
    const packages = [{ id: 'pkg:npm/a', location: 'a.json' }];
    const index = { updated_at: '2024-01-01T00:00:00Z', packages };
    expect(await description(JSON.stringify(index), 'index.json')).toBe(
      'holds no advisory: index.json only describes a hub of statements, and is skipped',
    );
    const empty = { '@context': 'https://openvex.dev/ns/v0.2.0', statements: [] };
    expect(await description(JSON.stringify(empty), 'a.json')).toMatch(/^holds no advisory: /);
  });
});

/** An import whose body ends at the test's command. */
function begun(group: string): { request: ClientRequest; status: Promise<number> } {
  const headers = { authorization: `Bearer ${grove.ownerToken}` };
  const sent = request(`${grove.url}${IMPORT}?group_uid=${group}`, { method: 'POST', headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
  });
  sent.write(JSON.stringify(osv('OSV-1')));
  return { request: sent, status };
}

it('lets each caller run two imports at a time', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const editor = await personWith(grove, 'editor', group);
  const all = [begun(group), begun(group), begun(group)];
  expect(await Promise.race(all.map(({ status }) => status))).toBe(429);
  const file = JSON.stringify(osv('OSV-1'));
  const another = await send(group, file);
  expect(failure(another, 'RESOURCE_EXHAUSTED').message).toContain('2 imports');
  expect(another.headers.get('retry-after')).toBe('10');
  ok(await send(group, file, 'it', editor.token));
  for (const { request: one } of all) one.end();
  const statuses = await Promise.all(all.map(({ status }) => status));
  expect(statuses.sort()).toEqual([200, 200, 429]);
  ok(await send(group, file));
});

it('lets each caller run two exports at a time, and does not count exports of disconnected clients', async () => {
  const group = await newGroup(grove, grove.rootUid);
  // More than the buffers between the server and a client that reads nothing can hold.
  const summary = 'x'.repeat(1_000_000);
  for (let count = 0; count < 30; count += 1) {
    const columns = { artifactName: `a${count}`, summary };
    await insertAdvisory(group, `CVE-2024-${1_000 + count}`, columns);
  }
  const path = `${grove.url}/vulnerabilities/v2beta1/advisories:export?format=openvex&group_uid=${group}`;
  const headers = { authorization: `Bearer ${grove.ownerToken}` };
  const begin = async () => {
    const gone = new AbortController();
    const response = await fetch(path, { headers, signal: gone.signal });
    return { gone, response };
  };
  const running = [await begin(), await begin()];
  const third = await begin();
  expect([...running, third].map(({ response }) => response.status)).toEqual([200, 200, 429]);
  expect(third.response.headers.get('retry-after')).toBe('10');
  expect((await fetch(path, { method: 'HEAD', headers })).status).toBe(429);
  running[0]?.gone.abort();
  await expect.poll(async () => (await fetch(path, { method: 'HEAD', headers })).status).toBe(200);
  await expect.poll(async () => (await fetch(path, { method: 'HEAD', headers })).status).toBe(200);
  running[1]?.gone.abort();
});
