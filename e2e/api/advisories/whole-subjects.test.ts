/** A statement on one package, version or image never hides a statement on another. */
import { describe, expect } from 'vitest';
import { is } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

async function send(group: string, record: unknown): Promise<Json> {
  const path = `${ADVISORIES}:import?group_uid=${group}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  const report = ok(await grove.post(path, text, { headers }));
  expect(report['rejections']).toEqual([]);
  return report;
}

const all = async (group: string) =>
  ok(await grove.get(`${ADVISORIES}?uidp.children_of=${group}&page_size=200`))[
    'advisories'
  ] as Json[];

interface Statement {
  vulnerability: { name: string };
  products: Json[];
  status: string;
  timestamp: string;
}

async function statements(group: string): Promise<Statement[]> {
  const path = `${ADVISORIES}:export?group_uid=${group}&format=openvex`;
  return ok(await grove.get(path))['statements'] as Statement[];
}

const said = async (group: string) =>
  (await statements(group))
    .map(({ products, status }) => `${JSON.stringify(products)} ${status}`)
    .sort();

const affected = (product: Json | string, more: object = {}) => ({
  vulnerability: { name: 'CVE-2026-1' },
  products: [product],
  status: 'affected',
  action_statement: 'Update.',
  ...more,
});

const notAffected = (product: Json | string, more: object = {}) => ({
  vulnerability: { name: 'CVE-2026-1' },
  products: [product],
  status: 'not_affected',
  justification: 'vulnerable_code_not_present',
  ...more,
});

const vex = (given: readonly object[], timestamp = '2026-01-05T19:07:00Z') => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.com/vex/1',
  author: 'security@example.com',
  timestamp,
  version: 1,
  statements: given,
});

const id = (text: string): Json => ({ '@id': text });
const cpe = (name: string): Json => ({
  identifiers: { cpe23: `cpe:2.3:a:gnu:${name}:5.0:*:*:*:*:*:*:*` },
});
const hash = (digit: string): Json => ({ hashes: { 'sha-256': digit.repeat(64) } });
const digest = (digit: string) => `sha256%3A${digit.repeat(64)}`;

/** Whether both statements are in one advisory. */
const PAIRS: readonly [string, Json, Json, number][] = [
  ['namespaces', id('pkg:deb/debian/foo@1'), id('pkg:deb/ubuntu/foo@1'), 2],
  [
    'distributions',
    id('pkg:deb/debian/foo@1?distro=bookworm'),
    id('pkg:deb/debian/foo@1?distro=trixie'),
    2,
  ],
  ['ecosystems', id('pkg:npm/foo'), id('pkg:gem/foo'), 2],
  ['scopes', id('pkg:npm/%40a/foo@1'), id('pkg:npm/foo@1'), 2],
  [
    'architectures',
    id('pkg:apk/wolfi/foo@1-r0?arch=x86_64'),
    id('pkg:apk/wolfi/foo@1-r0?arch=aarch64'),
    2,
  ],
  ['versions', id('pkg:apk/wolfi/foo@1.0-r0'), id('pkg:apk/wolfi/foo@1.5-r0'), 1],
  ['subpaths', id('pkg:golang/example.com/a@v1#cmd/a'), id('pkg:golang/example.com/a@v1#cmd/b'), 1],
  [
    'qualifiers',
    id('pkg:golang/a.example/a@v1?goos=linux'),
    id('pkg:golang/a.example/a@v1?goos=plan9'),
    1,
  ],
  [
    'digests',
    id(`pkg:oci/app@${digest('a')}?repository_url=ghcr.io/acme/app`),
    id(`pkg:oci/app@${digest('b')}?repository_url=ghcr.io/acme/app`),
    1,
  ],
  [
    'images below one address',
    id('pkg:oci/ubuntu?repository_url=registry.example/demo'),
    id('pkg:oci/alpine?repository_url=registry.example/demo'),
    2,
  ],
  [
    'versions of a part',
    { ...id('pkg:oci/app'), subcomponents: [id('pkg:npm/lodash@4.17.20')] },
    { ...id('pkg:oci/app'), subcomponents: [id('pkg:npm/lodash@4.17.21')] },
    1,
  ],
  ['images of docker', id('pkg:docker/acme/app@1'), id('pkg:docker/other/app@1'), 2],
  ['CPEs', cpe('bash'), cpe('zsh'), 2],
  ['hashes', hash('a'), hash('b'), 2],
  ['names', id('shop'), id('shop two'), 2],
  ['addresses', id('https://example.com/a'), id('https://example.com/b'), 2],
];

const cveOf = (at: number) => `CVE-2026-1${String(at).padStart(3, '0')}`;

/** The statements on each pair, of one vulnerability each. */
const pairs = () =>
  PAIRS.flatMap(([, one, other], at) => {
    const vulnerability = { name: cveOf(at) };
    return [affected(one, { vulnerability }), notAffected(other, { vulnerability })];
  });

/** The number of advisories by pair. */
const counted = (of: readonly string[]) =>
  PAIRS.map(([name], at) => [name, of.filter((one) => one === cveOf(at)).length]);

it.each([
  ['in one order', pairs()],
  ['in the other order', pairs().toReversed()],
])('keeps what is said of each of two, %s', async (_order, given) => {
  const group = await newGroup(grove, grove.rootUid);
  await send(group, vex(given));
  const ids = (await all(group)).map(({ advisoryId }) => String(advisoryId));
  expect(counted(ids)).toEqual(PAIRS.map(([name, , , count]) => [name, count]));
  const path = `${ADVISORIES}?uidp.children_of=${group}&page_size=200&statuses=`;
  const affecting = ok(await grove.get(`${path}TRUE_POSITIVE_DETERMINATION`))['advisories'];
  const named = (affecting as Json[]).map(({ advisoryId }) => String(advisoryId));
  expect(counted(named)).toEqual(PAIRS.map(([name]) => [name, 1]));
  const found = await statements(group);
  for (const status of ['affected', 'not_affected']) {
    const of = found.filter((one) => one.status === status);
    expect(counted(of.map(({ vulnerability }) => vulnerability.name))).toEqual(
      PAIRS.map(([name]) => [name, 1]),
    );
  }
  expect(await send(group, vex(found))).toMatchObject({ created: 0, updated: 0 });
  const again = await newGroup(grove, grove.rootUid);
  await send(again, vex(found));
  expect(await said(again)).toEqual(await said(group));
});

it('gives the same result for two documents as for one', async () => {
  const [at, later] = [await newGroup(grove, grove.rootUid), await newGroup(grove, grove.rootUid)];
  await send(at, vex(pairs()));
  await send(later, vex(pairs().filter(({ status }) => status === 'affected')));
  await send(later, vex(pairs().filter(({ status }) => status !== 'affected')));
  expect(await said(later)).toEqual(await said(at));
});

it('holds CPEs and hashes as the statement named them', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const product = { '@id': 'https://example.com/app', ...cpe('bash'), ...hash('c') };
  await send(group, vex([affected(product), affected(cpe('zsh'))]));
  const products = (await statements(group)).flatMap((one) => one.products);
  expect(products).toContainEqual(product);
  expect(products).toContainEqual(cpe('zsh'));
});

it('keeps each text of a statement in its field, and invents none', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const vulnerability = (at: number) => ({ name: `CVE-2026-2${at}` });
  const said: Json[] = [
    { status: 'affected', status_notes: 'We look.' },
    { status: 'not_affected' },
    {
      status: 'not_affected',
      justification: 'inline_mitigations_already_exist',
      impact_statement: 'We do not call it.',
      status_notes: 'a note',
    },
  ];
  const given = said.map((one, at) => ({
    ...one,
    vulnerability: vulnerability(at),
    products: ['pkg:npm/left@1.0.0'],
    timestamp: `2026-01-05T19:07:00.12345678${at + 1}Z`,
  }));
  const report = await send(group, vex(given));
  expect((report['warnings'] as Json[]).map(({ field }) => field)).toEqual([
    'action_statement',
    'justification',
  ]);
  const found = await statements(group);
  expect(found).toMatchObject([
    { ...said[0], action_statement: '', timestamp: given[0]?.timestamp },
    { ...said[1], impact_statement: '', timestamp: given[1]?.timestamp },
    { ...said[2], timestamp: given[2]?.timestamp },
  ]);
  expect(await send(group, vex(found))).toMatchObject({ created: 0, updated: 0 });
});

it('treats an image with and without its name in the address as one', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const address = 'pkg:oci/ubuntu?repository_url=registry.example/demo';
  await send(group, vex([affected(id(address)), notAffected(id(`${address}/ubuntu`))]));
  expect(await all(group)).toMatchObject([{ artifactName: 'registry.example/demo/ubuntu' }]);
});

const osv = (vulnerability: string, ecosystem: string, more: object = {}) => ({
  id: vulnerability,
  modified: '2026-01-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem, name: 'left' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
    },
  ],
  ...more,
});

it('keeps packages of two ecosystems, in whichever order their records come', async () => {
  for (const ecosystems of [
    ['npm', 'RubyGems'],
    ['RubyGems', 'npm'],
  ]) {
    const group = await newGroup(grove, grove.rootUid);
    for (const ecosystem of ecosystems) await send(group, osv('CVE-2026-1', ecosystem));
    const types = (await all(group)).map((one) => one['componentType']);
    expect(types.sort()).toEqual(['gem', 'npm']);
    expect(await send(group, osv('CVE-2026-1', 'npm'))).toMatchObject({ unchanged: 1 });
  }
});

describe('a statement by another name of the vulnerability', () => {
  const record = osv('GHSA-2222-3333-4444', 'npm', { aliases: ['CVE-2026-1'] });
  const status = 'FALSE_POSITIVE_DETERMINATION';

  it('reaches the advisory that has the name as an alias', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, record);
    expect(await send(group, vex([notAffected('pkg:npm/left')]))).toMatchObject({
      changes: [{ change: 'UPDATED', joinedWith: 'GHSA-2222-3333-4444' }],
    });
    expect(await all(group)).toMatchObject([{ advisoryId: 'GHSA-2222-3333-4444', status }]);
  });

  it('reaches the advisory that it names as an alias', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, osv('GHSA-2222-3333-4444', 'npm'));
    const vulnerability = { name: 'CVE-2026-1', aliases: ['GHSA-2222-3333-4444'] };
    await send(group, vex([notAffected('pkg:npm/left', { vulnerability })]));
    expect(await all(group)).toMatchObject([{ aliases: ['CVE-2026-1'], status }]);
  });

  it('is joined by the record that comes after it', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const { changes } = await send(group, vex([notAffected('pkg:npm/left')]));
    expect(changes).not.toMatchObject([{ joinedWith: expect.anything() }]);
    expect(await send(group, record)).toMatchObject({
      changes: [{ advisoryId: 'GHSA-2222-3333-4444', joinedWith: 'CVE-2026-1' }],
    });
    expect(await all(group)).toMatchObject([
      { advisoryId: 'GHSA-2222-3333-4444', aliases: ['CVE-2026-1'], status },
    ]);
  });
});

it('does not clear all versions by a statement on one', async () => {
  const group = await newGroup(grove, grove.rootUid);
  await send(group, osv('CVE-2026-1', 'npm'));
  await send(group, vex([notAffected('pkg:npm/left@1.5.0')]));
  expect(await all(group)).toMatchObject([{ status: 'DETECTION' }]);
  await send(group, vex([notAffected('pkg:npm/left')], '2026-02-05T19:07:00Z'));
  expect(await all(group)).toMatchObject([{ status: 'FALSE_POSITIVE_DETERMINATION' }]);
});

it('learns the distribution of a package from the first statement that names it', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const yaml = `schema-version: 2.0.2
package: { name: foo }
advisories:
  - id: CVE-2026-1
    events: [{ timestamp: 2025-03-04T05:06:07Z, type: detection, data: { type: manual } }]
`;
  await send(group, yaml);
  await send(group, vex([affected('pkg:apk/wolfi/foo@1-r0')]));
  await send(group, vex([notAffected('pkg:apk/chainguard/foo@1-r0')]));
  const statuses = async () => (await all(group)).map(({ status }) => status).sort();
  const both = ['FALSE_POSITIVE_DETERMINATION', 'TRUE_POSITIVE_DETERMINATION'];
  expect(await statuses()).toEqual(both);
  expect(await send(group, yaml)).toMatchObject({ created: 0, updated: 0 });
});

describe('a record that changes', () => {
  const version = (modified: string, names: string[], more: object = {}) => ({
    ...osv('GHSA-2222-3333-4444', 'npm', more),
    modified,
    affected: names.map((name) => ({
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
    })),
  });
  const statuses = async (group: string) =>
    Object.fromEntries((await all(group)).map((one) => [one['artifactName'], one['status']]));

  it('closes the advisory of a package that it no longer names, until it names it again', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, version('2026-01-01T00:00:00Z', ['right', 'wrong']));
    await send(group, version('2026-02-01T00:00:00Z', ['right']));
    const closed = { right: 'DETECTION', wrong: 'FALSE_POSITIVE_DETERMINATION' };
    expect(await statuses(group)).toEqual(closed);
    const report = await send(group, version('2026-02-01T00:00:00Z', ['right']));
    expect(report).toMatchObject({ updated: 0, unchanged: 1 });
    await send(group, version('2026-03-01T00:00:00Z', ['right', 'wrong']));
    expect(await statuses(group)).toEqual({ right: 'DETECTION', wrong: 'DETECTION' });
  });

  it('is skipped if a newer version of it is stored', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await send(group, version('2026-02-01T00:00:00Z', ['left'], { summary: 'New' }));
    const report = await send(group, version('2026-01-01T00:00:00Z', ['left', 'right']));
    expect(report).toMatchObject({
      updated: 0,
      warnings: [{ record: 'GHSA-2222-3333-4444', field: 'modified' }],
    });
    expect((await all(group)).find((one) => one['artifactName'] === 'left')).toMatchObject({
      summary: 'New',
    });
  });
});

describe('an advisory of an earlier version, which did not keep the distribution', () => {
  const event = (uid: string, product: string, kind: Json) => ({
    row: { uid, createTime: '2025-01-01T00:00:00.000Z', author: 'a', ...kind },
    origin: [uid, { product }] as const,
  });
  const debian = event('0a', 'pkg:deb/debian/foo@1', { truePositiveDetermination: { note: '' } });
  const ubuntu = event('0b', 'pkg:deb/ubuntu/foo@1', {
    falsePositiveDetermination: { type: 'COMPONENT_VULNERABILITY_MISMATCH', note: '' },
  });

  const stored = (group: string, events: (typeof debian)[]) =>
    insertAdvisory(group, 'CVE-2026-1', {
      artifactName: 'foo',
      artifactType: 'library',
      componentName: 'foo',
      componentType: 'Debian',
      status: 'FALSE_POSITIVE_DETERMINATION',
      events: events.map(({ row }) => row),
      origin: { events: Object.fromEntries(events.map(({ origin }) => origin)) },
    });

  /** Read from the database, because no answer of the API has it. */
  const familyOf = (uid: string) =>
    transaction(async (tx) => (await tx.find('Advisory', is('uid', uid)))[0]?.artifactFamily);

  it('gets the distribution from the next record', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const uid = await stored(group, [debian]);
    const { warnings } = await send(group, vex([notAffected('pkg:deb/debian/foo@2')]));
    expect(warnings).toEqual([
      {
        file: expect.any(String),
        line: expect.any(Number),
        record: 'CVE-2026-1',
        field: 'artifactName',
        reason: 'the stored advisory did not say of which foo it is; its statements say deb/debian',
      },
    ]);
    await send(group, vex([notAffected('pkg:deb/ubuntu/foo@2')]));
    const found = await all(group);
    expect(found).toHaveLength(2);
    expect(found.find((one) => one['uid'] === uid)?.['events']).toHaveLength(2);
  });

  it('is not taken for that of another distribution', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const uid = await stored(group, [debian]);
    await send(group, vex([notAffected('pkg:deb/ubuntu/foo@2')]));
    const found = await all(group);
    expect(found).toHaveLength(2);
    expect(found.find((one) => one['uid'] === uid)?.['events']).toHaveLength(1);
    expect(await familyOf(uid)).toBe('deb/debian');
  });

  it('keeps what it learned, even if the record says nothing new', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const uid = await stored(group, [debian]);
    const same = affected('pkg:deb/debian/foo@1', { action_statement: '' });
    await send(group, vex([same], '2025-01-01T00:00:00Z'));
    expect(await all(group)).toMatchObject([{ uid }]);
    expect(await familyOf(uid)).toBe('deb/debian');
  });

  it('is split if it holds two distributions', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await stored(group, [debian, ubuntu]);
    await send(group, vex([notAffected('pkg:deb/ubuntu/foo@2')]));
    const found = (await all(group)).map(({ status, events }) => [
      status,
      (events as Json[]).length,
    ]);
    expect(found.sort()).toEqual([
      ['FALSE_POSITIVE_DETERMINATION', 2],
      ['TRUE_POSITIVE_DETERMINATION', 1],
    ]);
  });
});
