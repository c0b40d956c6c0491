/** One package has one advisory, however a file spells its name. */
import { expect } from 'vitest';
import { joinSpellings } from '#lib/service/advisories/join-spellings.ts';
import { is } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

async function send(group: string, record: object): Promise<Json> {
  const headers = { 'content-type': 'application/octet-stream' };
  const path = `${ADVISORIES}:import?group_uid=${group}`;
  return ok(await grove.post(path, JSON.stringify(record), { headers }));
}

const listed = async (group: string) =>
  ok(await grove.get(`${ADVISORIES}?uidp.children_of=${group}&page_size=200`))[
    'advisories'
  ] as Json[];

const record = (ecosystem: string, name: string, more: object = {}) => ({
  id: 'CVE-2026-1',
  modified: '2026-01-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem, name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ],
  ...more,
});

const statement = (purl: string) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://vendor.example/vex-1',
  author: 'Example',
  timestamp: '2026-02-01T00:00:00Z',
  version: 1,
  statements: [
    {
      vulnerability: { name: 'CVE-2026-1' },
      products: [{ '@id': purl }],
      status: 'not_affected',
      justification: 'vulnerable_code_not_present',
    },
  ],
});

const SPELLINGS: [ecosystem: string, name: string, purl: string][] = [
  ['PyPI', 'Flask-AppBuilder', 'pkg:pypi/flask-appbuilder'],
  ['PyPI', 'zope.interface', 'pkg:pypi/zope-interface'],
  ['PyPI', 'a__b', 'pkg:pypi/a-b'],
  ['Go', 'github.com/Masterminds/goutils', 'pkg:golang/github.com/masterminds/goutils'],
  ['Packagist', 'Symfony/Http', 'pkg:composer/symfony/http'],
  ['NuGet', 'Newtonsoft.Json', 'pkg:nuget/newtonsoft.json'],
  ['npm', 'JSONStream', 'pkg:npm/jsonstream'],
  ['npm', '@Scope/Name', 'pkg:npm/%40scope/name'],
  ['Hex', 'Phoenix', 'pkg:hex/phoenix'],
  ['Debian', 'Zlib', 'pkg:deb/debian/zlib'],
];

it.each(SPELLINGS)('of %s %s is that of %s', async (ecosystem, name, purl) => {
  for (const first of ['record', 'statement']) {
    const group = await newGroup(grove, grove.rootUid);
    const files = [record(ecosystem, name), statement(purl)];
    for (const file of first === 'record' ? files : files.toReversed()) await send(group, file);
    // The record's spelling is shown, whatever came first.
    expect(await listed(group)).toMatchObject([{ artifactName: name, events: { length: 3 } }]);
    const again = await send(group, record(ecosystem, name));
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(await send(group, statement(purl))).toMatchObject({ created: 0, updated: 0 });
  }
});

it.each([
  ['Maven', 'org.Example:thing', 'pkg:maven/org.example/thing'],
  ['crates.io', 'Serde', 'pkg:cargo/serde'],
  ['RubyGems', 'Rack', 'pkg:gem/rack'],
])('of %s %s is another one than of %s', async (ecosystem, name, purl) => {
  const group = await newGroup(grove, grove.rootUid);
  await send(group, record(ecosystem, name));
  await send(group, statement(purl));
  expect(await listed(group)).toHaveLength(2);
});

it('takes two spellings in one record for one package', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const [first] = record('PyPI', 'Two_Names').affected;
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '3.0' }] }];
  const other = { package: { ecosystem: 'PyPI', name: 'two-names' }, ranges };
  await send(group, record('PyPI', 'Two_Names', { affected: [first, other] }));
  expect(await listed(group)).toMatchObject([
    { artifactName: 'Two_Names', status: 'DETECTION', events: { length: 2 } },
  ]);
});

it('joins what an earlier version kept apart, once, with a record for each that is gone', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const of = (artifactName: string, createTime: Date, more: object = {}) =>
    insertAdvisory(group, 'CVE-2026-1', {
      artifactName,
      artifactType: 'library',
      artifactFamily: 'pypi',
      componentName: artifactName,
      componentType: 'python',
      createTime,
      ...more,
    });
  const event = (uid: string, member: object) => ({
    uid,
    createTime: '2026-01-01T00:00:00.000Z',
    author: 'a',
    ...member,
  });
  const older = await of('A_B', new Date(1), {
    aliases: ['X-1'],
    status: 'FIXED',
    events: [event('1', { fixed: { fixedVersion: '1', note: '' } })],
  });
  const younger = await of('a-b', new Date(2), {
    aliases: ['X-2'],
    summary: 'Said.',
    status: 'TRUE_POSITIVE_DETERMINATION',
    // An event of the same uid.
    events: [event('1', { truePositiveDetermination: { note: 'Still.' } })],
  });
  const other = await of('a-b-c', new Date(3));
  const etagOf = async () => (await grove.get(`${ADVISORIES}/${older}`)).headers.get('etag');
  const before = await etagOf();
  await transaction((tx) => tx.deleteAll('Setting', is('key', 'advisories.spellings')));
  expect(await joinSpellings()).toBe(1);
  expect(await joinSpellings()).toBe(0);
  const found = await listed(group);
  expect(found.map(({ uid }) => uid).sort()).toEqual([older, other].sort());
  expect(found.find(({ uid }) => uid === older)).toMatchObject({
    artifactName: 'A_B',
    aliases: ['X-1', 'X-2'],
    summary: 'Said.',
    // Of two statements of one time, the one that is not resolved counts.
    status: 'TRUE_POSITIVE_DETERMINATION',
    events: [{ uid: '1' }, { truePositiveDetermination: { note: 'Still.' } }],
  });
  expect(await etagOf()).not.toBe(before);
  const { auditEvents } = ok(await grove.get(`/iam/v2beta1/auditEvents?resource=${younger}`));
  expect(auditEvents).toMatchObject([
    {
      type: 'grove.vulnerabilities.advisory.deleted.v1',
      actor: 'upgrade',
      before: { artifactName: 'a-b', summary: 'Said.' },
      after: { joinedWith: older },
    },
  ]);
});

it('keeps the spelling in an export, and reads it back', async () => {
  const [group, other] = [
    await newGroup(grove, grove.rootUid),
    await newGroup(grove, grove.rootUid),
  ];
  await send(group, record('PyPI', 'Flask-AppBuilder'));
  await send(group, statement('pkg:pypi/flask-appbuilder@1.0'));
  const exported = async (of: string) =>
    ok(await grove.get(`${ADVISORIES}:export?group_uid=${of}&format=openvex`));
  const document = await exported(group);
  expect(document['statements']).toHaveLength(2);
  await send(other, document);
  expect(await listed(other)).toMatchObject([{ artifactName: 'Flask-AppBuilder' }]);
});
