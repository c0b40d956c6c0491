import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixture } from '#lib/import/advisories/test-archives.ts';
import { advisories, lines, parse } from '#lib/import/advisories/test-parse.ts';

const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';

const record = (more: object = {}) => ({
  id: 'OSV-1',
  modified: '2025-01-01T00:00:00Z',
  affected: [{ package: { ecosystem: 'Go', name: 'example.com/a' } }],
  ...more,
});

it('has an advisory for each package, with all ranges', async () => {
  const found = await advisories(fixture('osv-go/GO-2025-3448.json'));
  expect(found.map(({ artifactName, fixedVersion }) => [artifactName, fixedVersion])).toEqual([
    ['github.com/CosmWasm/wasmvm', '1.5.8'],
    ['github.com/CosmWasm/wasmvm/v2', '2.2.2'],
  ]);
  expect(found[1]).toMatchObject({
    advisoryId: 'GO-2025-3448',
    aliases: ['GHSA-23qp-3c2m-xx6w'],
    artifactType: 'library',
    componentName: 'github.com/CosmWasm/wasmvm/v2',
    componentType: 'go-module',
    events: [
      { detection: '>=0|<2.0.6' },
      { detection: '>=0|<2.1.5' },
      { detection: '>=0|<2.2.2' },
      {},
    ].map(({ detection }) =>
      detection === undefined
        ? { kind: 'fixed', data: { note: 'Fixed in 2.0.6, 2.1.5, 2.2.2.' } }
        : { kind: 'detection', data: { scan: { componentVersion: `vers:semver/${detection}` } } },
    ),
  });
});

it('tells when, where the record does', async () => {
  const [dated] = await advisories(fixture('osv-go/GO-2022-0288.json'));
  expect(dated?.createTime).toBe('2022-07-15T23:08:33.000Z');
  expect(new Set(dated?.events.map(({ createTime }) => createTime))).toEqual(
    new Set(['2022-07-15T23:08:33.000Z']),
  );
  const [undated] = await advisories(fixture('osv-go/GO-2025-3448.json'));
  expect(undated?.events.map(({ createTime }) => createTime)).toEqual(
    undated?.events.map(() => undefined),
  );
});

it('ends with its withdrawal', async () => {
  const [withdrawn] = await advisories(fixture('osv-go/GO-2024-2447.json'));
  expect(withdrawn?.events.at(-1)).toMatchObject({
    createTime: '2024-01-23T12:50:39.000Z',
    kind: 'falsePositiveDetermination',
    data: { type: 'VULNERABILITY_RECORD_ANALYSIS_CONTESTED' },
  });
  expect(withdrawn?.fixedVersion).toBe('');
});

it('is fixed where no version is left', async () => {
  const ranges = (...events: object[]) =>
    JSON.stringify(
      record({
        affected: [
          {
            package: { ecosystem: 'Alpine:v3.20', name: 'curl' },
            ranges: [{ type: 'ECOSYSTEM', events }],
            versions: ['1.0|x', '1.1'],
          },
        ],
      }),
    );
  const [fixed] = await advisories(ranges({ introduced: '0' }, { fixed: '1.2' }));
  expect(fixed).toMatchObject({
    artifactType: 'apk',
    componentType: 'Alpine',
    componentLocation: 'Alpine:v3.20',
    fixedVersion: '1.2',
  });
  expect(fixed?.events[1]?.data).toMatchObject({
    scan: { componentVersion: 'vers:generic/1.0%7Cx|1.1' },
  });
  const [open] = await advisories(
    ranges({ introduced: '0' }, { fixed: '1.2' }, { introduced: '1.3' }),
  );
  expect([open?.fixedVersion, open?.events.at(-1)?.kind]).toEqual(['', 'detection']);
});

it.each([
  ['Go', ['1.9.0', '1.10.0', '1.2.3']],
  ['Wolfi', ['1.2.3-r9', '1.2.3-r10', '1.2.3_rc1-r0']],
  ['PyPI', ['2.0rc1', '2.0', '1.10']],
  ['Maven', ['1.0-SNAPSHOT', '1.0', '1.0-rc1']],
  ['Debian:12', ['1.0~rc1-1', '1.0-1', '0.9-5']],
])('of %s is fixed in the highest of its fixes', async (ecosystem, fixes) => {
  const ranges = fixes.map((fixed) => ({
    type: 'ECOSYSTEM',
    events: [{ fixed }, { introduced: '0' }],
  }));
  const affected = [{ package: { ecosystem, name: 'a' }, ranges }];
  const [found] = await advisories(JSON.stringify(record({ affected })));
  expect(found?.fixedVersion).toBe(fixes[1]);
  const { note } = found?.events.at(-1)?.data ?? {};
  for (const version of fixes) expect(note).toContain(version);
});

it('says the same in whatever order the events of its ranges are', async () => {
  const events = [
    { introduced: '0' },
    { fixed: '1.2.3' },
    { introduced: '1.9.0' },
    { fixed: '1.10.0' },
    { introduced: '2.0.0-rc.1' },
    { last_affected: '2.0.0' },
  ];
  const read = async (given: object[]) => {
    const ranges = [{ type: 'SEMVER', events: given }];
    const affected = [{ package: { ecosystem: 'Go', name: 'example.com/a' }, ranges }];
    return advisories(JSON.stringify(record({ affected })));
  };
  const count = fc.integer({ min: 1, max: events.length });
  const shuffled = count.chain((length) => {
    const some = events.slice(0, length);
    return fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: length }));
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async ([sorted, given]) => {
      expect(await read(given)).toEqual(await read(sorted));
    }),
  );
});

it('keeps ecosystems apart that have a package of one name', async () => {
  const affected = ['npm', 'PyPI', 'Debian:12', 'npm'].map((ecosystem) => ({
    package: { ecosystem, name: 'same' },
  }));
  const found = await advisories(JSON.stringify(record({ affected })));
  expect(
    found.map((one) => [one.artifactFamily, one.componentLocation, one.events.length]),
  ).toEqual([
    ['npm', '', 2],
    ['pypi', '', 1],
    ['deb/debian', 'Debian:12', 1],
  ]);
});

it.each<[object, string, string]>([
  [
    { type: 'ECOSYSTEM', events: [{ fixed: '0.5' }] },
    'affected.0.ranges.0.events',
    'must have an event that says where the affected versions begin: introduced',
  ],
  [
    { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { ended: '1' }] },
    'affected.0.ranges.0.events.1',
    'must have one of introduced, fixed, last_affected, limit',
  ],
  [
    { type: 'GIT', events: [{ introduced: '0' }] },
    'affected.0.ranges.0.repo',
    'is required where the type is GIT',
  ],
])('is refused where a range says nothing: %j', async (range, field, reason) => {
  const affected = [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [range] }];
  expect(await lines(JSON.stringify(record({ affected })))).toEqual([
    expect.stringContaining(`${field}: ${reason}`),
  ]);
});

it('is limited to the versions below its limits', async () => {
  const events = [{ introduced: '0' }, { limit: '1.0' }, { limit: '2.0' }];
  const affected = [
    { package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events }] },
  ];
  const [found] = await advisories(JSON.stringify(record({ affected })));
  expect(found?.events[0]?.data).toMatchObject({
    scan: { componentVersion: 'vers:semver/>=0|<2.0' },
  });
});

it('of a repository needs no package', async () => {
  const repo = 'https://example.com/a.git';
  const events = [{ introduced: '0' }, { fixed: 'abc' }];
  const affected = [{ ranges: [{ type: 'GIT', repo, events }] }];
  const [found] = await advisories(JSON.stringify(record({ affected })));
  expect(found).toMatchObject({ artifactName: repo, componentType: 'git', fixedVersion: 'abc' });
});

it.each<[object, number]>([
  [{ severity: [{ type: 'CVSS_V3', score: CRITICAL }] }, 4],
  [{ severity: [{ type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:C/I:C/A:C' }] }, 3],
  [{ severity: [{ type: 'Ubuntu', score: 'negligible' }] }, 1],
  [{ severity: [], database_specific: { severity: 'MODERATE' } }, 2],
  [{ database_specific: { severity: ['HIGH'] } }, 0],
  [{}, 0],
])('is as severe as %j says', async (more, rank) => {
  const [found] = await advisories(JSON.stringify(record(more)));
  expect(found?.severity).toBe(rank);
});

it('takes an array, one record, or a record a line', async () => {
  const records = [1, 2, 3].map((number) => record({ id: `OSV-${number}`, summary: '{"[\\"' }));
  const texts = records.map((one) => JSON.stringify(one));
  const ids = ['OSV-1', 'OSV-2', 'OSV-3'];
  for (const text of [
    `\uFEFF${JSON.stringify(records)}`,
    JSON.stringify(records, null, 2),
    `[\n${texts.join('\n,')}]\n`,
    texts.join('\n'),
    texts.join(''),
  ]) {
    expect((await advisories(text)).map(({ advisoryId }) => advisoryId)).toEqual(ids);
  }
  expect(await parse('[]')).toEqual([]);
});

it('is refused with the line, and nothing else is', async () => {
  const good = JSON.stringify(record());
  const bad = (more: object) => JSON.stringify(record(more), null, 2);
  expect(await lines(`[${bad({ id: 5 })},\n${good}]`)).toEqual([
    '2: id: must be a string',
    '13: OSV-1',
  ]);
  expect(await lines(bad({ affected: [] }))).toEqual([
    '4: affected: must not be empty: it names the vulnerable packages',
  ]);
  expect(await lines(bad({ affected: [{}] }))).toEqual([
    '5: affected.0.package: is required where no range has a repo',
  ]);
  expect(await lines(`[${good},\n{"id": },\n${good}]`)).toEqual([
    '1: OSV-1',
    '2: is not well-formed JSON: value expected',
    '3: OSV-1',
  ]);
  expect(await lines(`{"id": "a",\n"id": "b"}`)).toEqual(['1: id: is given twice']);
  expect(await lines(`[${good},\n${good}`)).toEqual([
    '1: OSV-1',
    '2: OSV-1',
    '2: the array does not end',
  ]);
  expect(await lines(`[${good}]\n${good}`)).toEqual([
    '1: OSV-1',
    '2: nothing may follow the array',
  ]);
  expect(await lines(`[1, "a", null, ${good}]`)).toEqual([
    '1: must be a JSON object',
    '1: must be a JSON object',
    '1: must be a JSON object',
    '1: OSV-1',
  ]);
  expect(await lines(good.slice(0, -5))).toEqual([expect.stringMatching(/^1: is not well-formed/)]);
});

it.each<[object, string]>([
  [{ schema_version: '2.0.0' }, 'schema_version: must be 1, with any minor version'],
  [{ modified: undefined }, 'modified: is required'],
  [{ modified: '2025-02-30T00:00:00Z' }, 'modified: must be an RFC 3339 time'],
  [{ id: 'CGA-1111' }, 'id: must be CGA- and three groups of four of'],
  [{ aliases: 'CVE-1' }, 'aliases: must be an array'],
  [{ severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }] }, 'severity.0: must be a type'],
  [{ summary: 'a\0b' }, 'summary: must not contain NUL'],
])('is refused with %j', async (more, reason) => {
  expect(await lines(JSON.stringify(record(more)))).toEqual([
    expect.stringContaining(`1: ${reason}`),
  ]);
});

it.each(['{"a":', '{"a":['])('refuses %j a hundred thousand times over', async (open) => {
  expect(await lines(open.repeat(100_000))).toEqual(['1: must nest at most 32 levels']);
});

it('refuses what nests deeply behind a text that does not end', async () => {
  const [line] = await lines(`{"a": "\n${'['.repeat(100_000)}`);
  expect(line).toContain('1: is not well-formed JSON');
});

it('refuses what is not UTF-8', async () => {
  expect(await lines(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toEqual(['1: is not UTF-8']);
});

it('says which versions have no order', async () => {
  const ranges = [
    { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: 'release-3' }] },
    { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0' }] },
  ];
  const affected = [{ package: { ecosystem: 'PyPI', name: 'a' }, ranges }];
  expect(await lines(JSON.stringify(record({ affected })))).toEqual([
    '1: OSV-1',
    expect.stringContaining('affected.0.ranges.0.events: release-3 is not a version of PyPI'),
  ]);
});

it('counts events of one version in the order of the record', async () => {
  const read = async (events: object[]) => {
    const ranges = [{ type: 'ECOSYSTEM', events }];
    const affected = [{ package: { ecosystem: 'PyPI', name: 'a' }, ranges }];
    const [found] = await advisories(JSON.stringify(record({ affected })));
    return [found?.events[0]?.data['scan'], found?.fixedVersion];
  };
  const events = [{ introduced: '1.0' }, { fixed: '2.0' }, { introduced: '2.0' }, { fixed: '2.5' }];
  expect(await read(events)).toMatchObject([
    { componentVersion: 'vers:generic/>=1.0|<2.5' },
    '2.5',
  ]);
});
