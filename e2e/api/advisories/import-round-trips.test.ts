// @module-tag http
// @module-tag many-runs
/** An import of an export gives the same advisories, in every format. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { stringify } from 'yaml';
import { zipOf } from '#lib/import/advisories/test-archives.ts';
import { sourceFiles } from '#lib/import/advisories/files/sources.ts';
import {
  osvRecord,
  osvRecords,
  packageFile,
  vexDocument,
} from '#lib/import/advisories/test-corpora.ts';
import { randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

const authorized = () => ({ authorization: `Bearer ${grove.ownerToken}` });

interface Report {
  created: number;
  updated: number;
  rejected: number;
  rejections: Json[];
  changes: Json[];
}

async function send(group: string, file: Uint8Array): Promise<Report> {
  const response = await fetch(`${grove.url}${ADVISORIES}:import?group_uid=${group}`, {
    method: 'POST',
    headers: { ...authorized(), 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Report;
}

async function exported(group: string, query: string): Promise<Uint8Array> {
  const path = `${ADVISORIES}:export?group_uid=${group}&${query}`;
  const response = await fetch(grove.url + path, { headers: authorized() });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

async function all(group: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let token = ''; ;) {
    const path = `${ADVISORIES}?uidp.children_of=${group}&page_size=200&page_token=${token}`;
    const page = ok(await grove.get(path));
    found.push(...(page['advisories'] as Json[]));
    token = String(page['nextPageToken'] ?? '');
    if (token === '') return found;
  }
}

const SEED = 20_260_813;
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.sample(arbitrary, { seed: SEED, ...randomly<T>(count) });

/** An archive. If several records have the same name, it contains the last one. */
const filesOf = <T>(
  records: readonly T[],
  name: (record: T) => string,
  text: (record: T) => string,
) => zipOf(Object.fromEntries(records.map((record) => [name(record), text(record)])));

const CORPORA: Readonly<Record<string, () => Uint8Array>> = {
  'real OSV': () => zipOf(osvRecords()),
  'generated OSV': () =>
    filesOf(
      sample(osvRecord, 10),
      ({ id }) => `${id}.json`,
      (record) => JSON.stringify(record),
    ),
  'package YAML': () =>
    filesOf(
      sample(packageFile, 10),
      ({ package: { name } }) => `${name}.advisories.yaml`,
      (file) => stringify(file),
    ),
  OpenVEX: () => {
    const [first, ...others] = sample(vexDocument, 10);
    const statements = [first, ...others].flatMap((document) => document?.statements ?? []);
    return Buffer.from(JSON.stringify({ ...first, statements }));
  },
};

const eventsOf = ({ events }: Json) => events as Json[];
const PLACE = [
  'artifactName',
  'artifactType',
  'artifactArchitecture',
  'componentName',
  'componentType',
  'componentLocation',
];

/** The advisories of a group, reduced to the fields that the format has. */
const WORDS: Readonly<Record<string, (advisory: Json) => Json>> = {
  osv: ({ uid: _uid, updateTime: _time, ...others }) => others,
  yaml: (advisory) => ({
    ...only(advisory, ['advisoryId', 'aliases', 'status', 'fixedVersion', ...PLACE]),
    events: eventsOf(advisory).map(({ uid: _uid, author: _author, ...event }) => event),
  }),
  openvex: (advisory) => {
    const { uid, author: _author, detection, ...last } = eventsOf(advisory).at(-1) ?? {};
    const fields = ['advisoryId', 'aliases', 'summary', 'status', 'fixedVersion', ...PLACE];
    // A statement does not name the detecting tool.
    const said = { ...last, uid: uid ?? '', isDetection: detection !== undefined };
    return { ...only(advisory, fields), said };
  },
};

function only(advisory: Json, fields: readonly string[]): Json {
  return Object.fromEntries(fields.map((field) => [field, advisory[field]])) as Json;
}

async function said(group: string, format: string): Promise<string[]> {
  const words = WORDS[format] ?? ((advisory: Json) => advisory);
  return (await all(group)).map((advisory) => JSON.stringify(words(advisory))).sort();
}

async function fill(group: string, corpus: string): Promise<void> {
  const report = await send(group, CORPORA[corpus]?.() ?? new Uint8Array());
  expect(report.rejections).toEqual([]);
  expect(report.created).toBeGreaterThan(0);
}

const FORMATS = ['osv', 'yaml', 'openvex'];

describe.each(Object.keys(CORPORA))('%s', (corpus) => {
  let group: string;

  it.beforeAll(async () => {
    group = await newGroup(grove, grove.rootUid);
    await fill(group, corpus);
  });

  it.each(FORMATS)('as %s changes nothing in its own group', async (format) => {
    const before = await all(group);
    const report = await send(group, await exported(group, `format=${format}`));
    expect(report).toMatchObject({ created: 0, updated: 0, rejected: 0, changes: [] });
    expect(await all(group)).toEqual(before);
  });

  it.each(FORMATS)('as %s is the same in another group, and back', async (format) => {
    const other = await newGroup(grove, grove.rootUid);
    const report = await send(other, await exported(group, `format=${format}`));
    expect(report.rejections).toEqual([]);
    expect(await said(other, format)).toEqual(await said(group, format));
    const back = await send(group, await exported(other, `format=${format}`));
    expect(back).toMatchObject({ created: 0, updated: 0, rejected: 0, changes: [] });
  });
});

describe.each([
  ['with a summary and a name of thousands of characters', 3_000, 1],
  ['with more than a thousand events', 10, 1_010],
])('an advisory %s', (_words, length, rangeCount) => {
  const ranges = Array.from({ length: rangeCount }, (_, at) => ({
    type: 'SEMVER',
    events: [{ introduced: `${at}.0.0` }, { fixed: `${at}.1.0` }],
  }));
  const record = {
    id: 'GO-2025-9003',
    modified: '2025-01-02T00:00:00Z',
    summary: 'x'.repeat(length),
    affected: [{ package: { ecosystem: 'Go', name: `a.example/${'y'.repeat(length)}` }, ranges }],
  };

  it.each(FORMATS)('is the same there and back as %s', async (format) => {
    const [from, to] = [await newGroup(grove, grove.rootUid), await newGroup(grove, grove.rootUid)];
    expect(await send(from, Buffer.from(JSON.stringify(record)))).toMatchObject({ created: 1 });
    expect((await all(from))[0]).toMatchObject({ summary: record.summary });
    const file = await exported(from, `format=${format}`);
    expect(await send(from, file)).toMatchObject({ created: 0, updated: 0, rejections: [] });
    expect(await send(to, file)).toMatchObject({ created: 1, rejections: [] });
    expect(await said(to, format)).toEqual(await said(from, format));
  });
});

const decode = (file: Uint8Array) => new TextDecoder().decode(file);

const vex = (...statements: Json[]) =>
  Buffer.from(
    JSON.stringify({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.com/vex/1',
      author: 'security@example.com',
      timestamp: '2030-01-01T00:00:00Z',
      version: 1,
      statements,
    }),
  );

describe('OpenVEX for a known advisory', () => {
  const record = {
    id: 'GO-2025-9001',
    modified: '2025-01-02T00:00:00Z',
    published: '2025-01-01T00:00:00Z',
    aliases: ['CVE-2025-9001'],
    affected: [
      {
        package: { ecosystem: 'Go', name: 'github.com/harvester/harvester' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
  };
  const statement = (timestamp: string, said: Json): Json => ({
    vulnerability: { name: 'GO-2025-9001', aliases: ['GHSA-2222-3333-4444'] },
    products: [{ '@id': 'pkg:golang/github.com/harvester/harvester@v1.2.0' }],
    timestamp,
    ...said,
  });
  const statements = [
    statement('2025-03-01T00:00:00Z', { status: 'fixed' }),
    statement('2025-02-01T00:00:00Z', { status: 'affected', action_statement: 'Wait.' }),
  ];

  it('adds its statements in their order, and keeps what was there', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, Buffer.from(JSON.stringify(record)));
    const [before] = await all(group);
    expect(await send(group, vex(...statements))).toMatchObject({ created: 0, updated: 1 });
    const [after, ...others] = await all(group);
    expect(others).toEqual([]);
    const [detection] = eventsOf(before ?? { events: [] });
    expect(after).toMatchObject({
      uid: before?.['uid'],
      author: 'osv',
      componentType: 'go-module',
      aliases: ['CVE-2025-9001', 'GHSA-2222-3333-4444'],
      status: 'FIXED',
      fixedVersion: 'v1.2.0',
    });
    expect(after?.['events']).toEqual([
      detection,
      expect.objectContaining({
        author: 'security@example.com',
        truePositiveDetermination: { note: 'Wait.' },
      }),
      expect.objectContaining({ fixed: { fixedVersion: 'v1.2.0', note: '' } }),
    ]);
    expect(await send(group, vex(...statements))).toMatchObject({ created: 0, updated: 0 });
    const again = await send(group, Buffer.from(JSON.stringify(record)));
    expect(again.changes).toEqual([
      expect.objectContaining({ change: 'UPDATED', fields: ['aliases'] }),
    ]);
    expect((await all(group))[0]?.['events']).toEqual(after?.['events']);
  });

  it('adds the statements of a second document in the same import', async () => {
    const [first, second] = statements.map((one) => String(vex(one)));
    const documents = zipOf({ 'a.json': first ?? '', 'b.json': second ?? '' });
    const kinds = async (group: string) => {
      const [only, ...others] = await all(group);
      expect(others).toEqual([]);
      return eventsOf(only ?? { events: [] }).map((event) => Object.keys(event).at(-1));
    };
    const known = await newGroup(grove, grove.rootUid);
    const osv = { 'c.json': JSON.stringify(record) };
    expect(await send(known, zipOf(osv))).toMatchObject({ created: 1 });
    expect(await send(known, documents)).toMatchObject({ created: 0, updated: 2, rejected: 0 });
    expect(await kinds(known)).toEqual(['detection', 'truePositiveDetermination', 'fixed']);
    expect(await send(known, documents)).toMatchObject({ updated: 0, rejected: 0 });
    const empty = await newGroup(grove, grove.rootUid);
    expect(await send(empty, documents)).toMatchObject({ created: 1, updated: 1, rejected: 0 });
    expect(await kinds(empty)).toEqual(['truePositiveDetermination', 'fixed']);
    const mixed = await newGroup(grove, grove.rootUid);
    const all3 = zipOf({ '0.json': osv['c.json'], 'a.json': first ?? '', 'b.json': second ?? '' });
    expect(await send(mixed, all3)).toMatchObject({ created: 1, updated: 2, rejected: 0 });
    expect(await kinds(mixed)).toEqual(['detection', 'truePositiveDetermination', 'fixed']);
  });

  it('adds a statement of two documents once', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const document = String(vex(...statements, ...statements));
    const twice = zipOf({ 'a.json': document, 'b.json': document });
    expect(await send(group, twice)).toMatchObject({ created: 1, repeated: 1, rejected: 0 });
    const [only] = await all(group);
    expect(eventsOf(only ?? { events: [] })).toHaveLength(2);
  });

  it('is exported under its imported name', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, Buffer.from(JSON.stringify(record)));
    await send(group, vex(...statements));
    const document = JSON.parse(decode(await exported(group, 'format=openvex'))) as {
      statements: { products: Json[] }[];
    };
    expect(document.statements.map(({ products }) => products)).toEqual([
      [{ '@id': 'pkg:golang/github.com/harvester/harvester@v1.2.0' }],
    ]);
  });

  it('is the same if another tool removed the identifiers of statements', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, CORPORA['real OSV']?.() ?? new Uint8Array());
    const document = JSON.parse(decode(await exported(group, 'format=openvex'))) as {
      statements: Json[];
    };
    const bare = document.statements.map(({ '@id': _id, ...others }) => others);
    expect(await send(group, vex(...bare))).toMatchObject({ created: 0, updated: 0, rejected: 0 });
  });
});

describe('package YAML', () => {
  const file = (name: string) => `schema-version: 2.0.2

package:
  name: ${name}

advisories:
  - id: CGA-2222-3333-4444
    aliases:
      - CVE-2024-0001
    events:
      - timestamp: 2024-01-02T03:04:05Z
        type: detection
        data:
          type: scan/v1
          data:
            subpackageName: ${name}-dev
            componentID: 0123456789abcdef
            componentName: golang.org/x/oauth2
            componentVersion: "1.10"
            componentType: go-module
            componentLocation: /usr/bin/${name}
            scanner: grype
      - timestamp: 2024-02-03T04:05:06Z
        type: fixed
        data:
          fixed-version: 5.4.1-r2

  - id: CVE-2024-0002
    events:
      - timestamp: 2024-03-04T05:06:07Z
        type: false-positive-determination
        data:
          type: vulnerable-code-not-included-in-package
          note: |
            Not built.
            Never was.
`;
  const files = {
    'kubectl.advisories.yaml': file('kubectl'),
    'vault.advisories.yaml': file('vault'),
  };

  it.each([
    ['format=yaml', {}, 'application/zip', 'advisories-yaml.zip'],
    ['format=yaml&archive=tar.gz', {}, 'application/gzip', 'advisories-yaml.tar.gz'],
    ['format=yaml', { accept: 'application/gzip' }, 'application/gzip', 'advisories-yaml.tar.gz'],
  ])('goes out as it came in: %s %j', async (query, headers, contentType, name) => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, zipOf(files));
    const path = `${ADVISORIES}:export?group_uid=${group}&${query}`;
    const response = await fetch(grove.url + path, { headers: { ...authorized(), ...headers } });
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-disposition')).toContain(`"${name}"`);
    expect(await filesIn(await response.arrayBuffer(), name)).toEqual(files);
  });

  it('takes statements on the whole package and on the component in it', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, zipOf({ 'kubectl.yaml': file('kubectl') }));
    const product = 'pkg:apk/wolfi/kubectl@5.4.1-r2';
    const part = 'pkg:golang/golang.org/x/oauth2?file_name=%2Fusr%2Fbin%2Fkubectl';
    const said = (timestamp: string, subcomponents: Json[]): Json => ({
      vulnerability: { name: 'CGA-2222-3333-4444', aliases: ['CVE-2024-0001'] },
      products: [{ '@id': product, ...(subcomponents.length > 0 && { subcomponents }) }],
      timestamp,
      status: 'fixed',
    });
    const whole = said('2024-03-01T00:00:00Z', []);
    const inside = said('2024-04-01T00:00:00Z', [{ '@id': part }]);
    expect(await send(group, vex(whole, inside))).toMatchObject({ created: 0, rejected: 0 });
    const found = (await all(group)).find(({ advisoryId }) => advisoryId === 'CGA-2222-3333-4444');
    expect(eventsOf(found ?? { events: [] })).toHaveLength(4);
    expect(await send(group, vex(whole, inside))).toMatchObject({ created: 0, updated: 0 });
    const [record] = Object.values(
      await filesIn((await exported(group, 'format=osv')).buffer as ArrayBuffer, 'a.zip'),
    );
    expect(JSON.parse(record ?? '')).toMatchObject({
      affected: [{ package: { ecosystem: 'Wolfi', purl: 'pkg:apk/wolfi/kubectl' } }],
    });
  });

  it('about a component in an apk flags the apk in OSV', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, zipOf({ 'kubectl.yaml': file('kubectl') }));
    const records = await filesIn(
      (await exported(group, 'format=osv&archive=tar.gz')).buffer as ArrayBuffer,
      'a.tar.gz',
    );
    expect(JSON.parse(records['CGA-2222-3333-4444.json'] ?? '')).toMatchObject({
      affected: [
        {
          package: { ecosystem: 'Chainguard', name: 'kubectl', purl: 'pkg:apk/chainguard/kubectl' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '5.4.1-r2' }] }],
          ecosystem_specific: { component: { name: 'golang.org/x/oauth2', type: 'go-module' } },
        },
      ],
    });
  });
});

/** Reads archives with another library than the one that writes them. */
async function filesIn(archive: ArrayBuffer, name: string): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-export-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, new Uint8Array(archive));
    const found: Record<string, string> = {};
    for await (const source of sourceFiles(path, 'it')) {
      if (!('chunks' in source)) throw new Error(JSON.stringify(source));
      const chunks: Uint8Array[] = [];
      for await (const chunk of source.chunks) chunks.push(chunk);
      found[source.name.replace('it!', '')] = String(Buffer.concat(chunks));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
