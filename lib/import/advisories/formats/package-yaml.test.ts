import { expect, it } from 'vitest';
import { fixture } from '#lib/import/advisories/test-archives.ts';
import { advisories, inWords, lines, parse } from '#lib/import/advisories/test-parse.ts';

it('has the seven kinds of events, the oldest first', async () => {
  const [found] = (await parse(fixture('kinds.yaml'), 'kinds.yaml')).filter(
    (one) => 'advisory' in one,
  );
  expect(found).toMatchObject({
    line: 5,
    advisory: {
      advisoryId: 'CVE-2024-0001',
      aliases: [],
      artifactName: 'kinds',
      artifactType: 'apk',
      fixedVersion: '',
      events: [
        { createTime: '2024-01-01T00:00:00.000Z', kind: 'detection', data: { manual: {} } },
        {
          kind: 'detection',
          data: {
            nvdApi: { cpeSearched: 'cpe:2.3:a:*:kinds:*', cpeFound: 'cpe:2.3:a:kinds:kinds:*' },
          },
        },
        { kind: 'truePositiveDetermination', data: { note: '' } },
        { kind: 'analysisNotPlanned', data: { note: 'Disputed.' } },
        { createTime: '2024-01-04T22:00:00.000Z', kind: 'fixNotPlanned' },
        { kind: 'pendingUpstreamFix', data: { note: 'Waiting.' } },
      ],
    },
  });
});

it('takes the component from the scan, and versions as they are written', async () => {
  const [fixed, contested] = await advisories(fixture('package.yaml'), 'package.yaml');
  expect(fixed).toMatchObject({ advisoryId: 'CGA-2222-3333-4444', fixedVersion: '1.0.9-r0' });
  expect(contested).toMatchObject({
    componentName: 'libbrotli',
    componentType: 'apk',
    componentLocation: '/.PKGINFO',
    events: [
      {
        data: {
          scan: { scanner: 'grype', subpackage: 'brotli-dev', componentVersion: '1.10' },
        },
      },
      {
        kind: 'falsePositiveDetermination',
        data: { type: 'VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE', note: 'The tool is not built.' },
      },
    ],
  });
});

it('is refused entry by entry', async () => {
  const rejected = (await parse(fixture('kinds.yaml'), 'kinds.yaml')).filter(
    (one) => 'reason' in one,
  );
  expect(rejected.map(inWords)).toEqual([
    'id: must be CGA- and three groups of four of 23456789cfghjmpqrvwx',
    'id: is required',
    'events.0.timestamp: must be an RFC 3339 time',
    expect.stringMatching(/^events\.0\.type: must be one of detection, /),
    'events.0.data.type: must be manual, nvdapi or scan/v1',
    'events.0.data.type: is not a reason for a false positive',
    'advisory: must be a mapping',
  ]);
  const text = String(fixture('kinds.yaml')).split('\n');
  expect(rejected.map(({ line }) => text[line - 1]?.trim())).toEqual([
    '- id: CGA-not-native',
    '- aliases: [CVE-2024-0002]',
    '- timestamp: yesterday',
    'type: ignored',
    'type: guess',
    'type: because',
    '- just a text',
  ]);
});

it.each([
  [
    'schema-version: 1.0\npackage: {name: a}\nadvisories: []',
    '1: schema-version: must be 2, with any minor version',
  ],
  ['schema-version: 2\npackage:\n  title: a\nadvisories: []', '2: package.name: is required'],
  ['schema-version: 2\npackage: {name: a}\nadvisories: a', '3: advisories: must be an array'],
  ['schema-version: 2\npackage: {name: a\nadvisories: []', '3: is not well-formed YAML'],
  ['- a', '1: file: is not an OSV, OpenVEX or package file'],
  ['just words', '1: file: is not an OSV, OpenVEX or package file'],
  ['\n\n', '1: is empty'],
])('is refused: %j', async (text, reason) => {
  expect((await lines(text, 'a.yaml'))[0]).toContain(reason);
});

it.each(['['.repeat(50_000), `${'- '.repeat(50_000)}a`])(
  'is refused where it nests too deeply',
  async (text) => {
    expect(await lines(text, 'a.yaml')).toEqual(['1: is not well-formed YAML: nests too deeply']);
  },
);

it('is refused where a key is given twice', async () => {
  const text = 'schema-version: 2\npackage: {name: a}\nadvisories: []\npackage: {name: b}';
  expect(await lines(text, 'a.yaml')).toEqual([
    '4: is not well-formed YAML: Map keys must be unique',
  ]);
});

it('is refused where it has millions of values, before they are made', async () => {
  const flow = `[${'a,'.repeat(100_000)}a]`;
  expect(await lines(flow, 'a.yaml')).toEqual(['1: has more than 60000 values']);
  const keys = Array.from({ length: 29_000 }, (_, at) => `k${at.toString(36)}: a\n`).join('');
  const before = process.cpuUsage();
  expect(await lines(keys, 'a.yaml')).toEqual([
    '1: schema-version: is required; package: is required; advisories: must be an array',
  ]);
  // Comparing each key with each other one takes minutes of the processor.
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});

it('is refused document by document', async () => {
  const good =
    '%YAML 1.2\n# the first\n---\n' +
    fixture('package.yaml')
      .toString('utf8')
      .replace(/^---\n/, '');
  const found = await lines(`${good}\n---\n${'a'.repeat(512_001)}\n---\njust words\n`, 'a.yaml');
  expect(found[0]).toMatch(/: CGA-2222-3333-4444$/);
  expect(found.slice(2)).toEqual([
    expect.stringMatching(/^\d+: is longer than 512000 bytes$/),
    expect.stringMatching(/^\d+: file: is not an OSV, OpenVEX or package file$/),
  ]);
});

it('is refused where its references multiply', async () => {
  const levels = 'abcdefgh'.split('');
  const bomb = levels.map(
    (name, at) =>
      `${name}: &${name} [${
        at === 0
          ? 'x'
          : Array(9)
              .fill(`*${levels[at - 1]}`)
              .join(', ')
      }]`,
  );
  expect(await lines(bomb.join('\n'), 'a.yaml')).toEqual(['1: file: refers to itself too often']);
});

it('is refused where a value contains itself', async () => {
  const text =
    'schema-version: "2"\npackage: {name: a}\nadvisories: [{id: CVE-2024-1, x: &a {y: *a}}]';
  expect(await lines(text, 'a.yaml')).toEqual(['1: file: refers to itself too often']);
});

it('is refused where its package has a name that no database stores', async () => {
  const text = 'schema-version: "2"\npackage: {name: "a\\0"}\nadvisories: [{id: CVE-2024-1}]';
  expect(await lines(text, 'a.yaml')).toEqual([
    '2: package.name: must be well-formed Unicode without NUL',
  ]);
});

it('is refused where a scan has something else than texts', async () => {
  const data = '{type: scan/v1, data: {componentName: [a]}}';
  const event = `{timestamp: 2024-01-01T00:00:00Z, type: detection, data: ${data}}`;
  const text = `schema-version: "2"\npackage: {name: a}\nadvisories: [{id: CVE-2024-1, events: [${event}]}]`;
  expect(await lines(text, 'a.yaml')).toEqual([
    '3: events.0.data: must be that of a detection, with texts alone',
  ]);
});
