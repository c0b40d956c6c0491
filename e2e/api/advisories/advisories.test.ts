// @module-tag next-long
import { describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import { badFields, ok } from '../support/answers.ts';
import {
  byMember,
  byName,
  list,
  testOrders,
  testUnknownParameters,
  TIME_ORDERS,
} from '../support/lists.ts';
import { newGroup } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2024, 0, 1);
const day = (number: number) => {
  const time = new Date(START + number * DAY);
  return { createTime: time, updateTime: time };
};

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'advisories');
});

describe('advisories', () => {
  const SEVERITIES = ['SEVERITY_UNSPECIFIED', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
  const event = {
    uid: '1',
    createTime: '2024-01-01T00:00:00.000Z',
    author: 'bot',
    fixed: { fixedVersion: '3.1.5-r0', note: '' },
  };
  let advisory: string;

  it.beforeAll(async () => {
    advisory = await insertAdvisory(group, 'CGA-2222-3333-4444', {
      aliases: ['CVE-2024-1111', 'GHSA-aaaa-bbbb-cccc'],
      artifactArchitecture: 'amd64',
      componentName: 'libssl',
      componentType: 'apk',
      componentLocation: '/lib',
      summary: 'Bad',
      author: 'bot',
      severity: 4,
      severities: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }],
      status: 'FIXED',
      fixedVersion: '3.1.5-r0',
      events: [event],
      ...day(3),
    });
    const rest: [string, Record<string, unknown>][] = [
      [
        'GO-2024-2687',
        {
          aliases: ['SNYK "Ö\\1"', 'SNYK\t2'],
          artifactName: 'Go-App',
          artifactType: 'image',
          severity: 3,
          componentType: 'go-module',
        },
      ],
      [
        'CGA-3333-3333-3333',
        {
          aliases: ['CVE-2024-1111'],
          severity: 1,
          artifactName: 'curl',
          status: 'FIX_NOT_PLANNED',
        },
      ],
      [
        'CGA-4444-3333-3333',
        {
          aliases: ['CVE-2024-2222'],
          severity: 1,
          artifactName: 'curl',
          status: 'FIXED',
          summary: 'Überlauf im Parser: STRASSE heißt Straße',
        },
      ],
      ['CGA-5555-3333-3333', { artifactType: 'library', componentName: '100%_pure', severity: 0 }],
    ];
    for (const [at, [id, columns]] of rest.entries()) {
      await insertAdvisory(at > 1 ? grove.rootUid : group, id, { ...day(at % 2), ...columns });
    }
  });

  it('are read whole, with their events', async () => {
    const answer = await grove.get(`${ADVISORIES}/${advisory}`);
    expect(ok(answer)).toEqual({
      uid: advisory,
      advisoryId: 'CGA-2222-3333-4444',
      aliases: ['CVE-2024-1111', 'GHSA-aaaa-bbbb-cccc'],
      artifactName: 'openssl',
      artifactType: 'apk',
      artifactArchitecture: 'amd64',
      componentName: 'libssl',
      componentType: 'apk',
      componentLocation: '/lib',
      summary: 'Bad',
      author: 'bot',
      severity: 'CRITICAL',
      severities: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }],
      status: 'FIXED',
      fixedVersion: '3.1.5-r0',
      events: [event],
      createTime: '2024-01-04T00:00:00.000Z',
      updateTime: '2024-01-04T00:00:00.000Z',
    });
  });

  testOrders(ADVISORIES, {
    ...TIME_ORDERS,
    advisory_id: byMember('advisoryId'),
    artifact_name: byName('artifactName'),
    severity: ({ severity }) => SEVERITIES.indexOf(String(severity)),
    status: byMember('status'),
  });
  testUnknownParameters(ADVISORIES);

  it.each<[string, string[]]>([
    ['advisory_ids=GO-2024-2687', ['GO-2024-2687']],
    [
      'advisory_ids=GO-2024-2687&advisory_ids=CGA-5555-3333-3333',
      ['CGA-5555-3333-3333', 'GO-2024-2687'],
    ],
    ['aliases=CVE-2024-1111', ['CGA-2222-3333-4444', 'CGA-3333-3333-3333']],
    [
      'aliases=GHSA-aaaa-bbbb-cccc&aliases=CVE-2024-2222',
      ['CGA-2222-3333-4444', 'CGA-4444-3333-3333'],
    ],
    [
      'artifact_names=curl&artifact_names=Go-App',
      ['CGA-3333-3333-3333', 'CGA-4444-3333-3333', 'GO-2024-2687'],
    ],
    ['artifact_types=library&artifact_types=image', ['CGA-5555-3333-3333', 'GO-2024-2687']],
    ['component_names=libssl', ['CGA-2222-3333-4444']],
    ['component_types=go-module&component_types=apk', ['CGA-2222-3333-4444', 'GO-2024-2687']],
    ['severities=HIGH&severities=CRITICAL', ['CGA-2222-3333-4444', 'GO-2024-2687']],
    ['severities=SEVERITY_UNSPECIFIED', ['CGA-5555-3333-3333']],
    [
      'statuses=FIXED&statuses=FIX_NOT_PLANNED',
      ['CGA-2222-3333-4444', 'CGA-3333-3333-3333', 'CGA-4444-3333-3333'],
    ],
    ['artifactNames=curl&statuses=FIXED', ['CGA-4444-3333-3333']],
    ['aliases=CVE-2024-1111&severities=LOW', ['CGA-3333-3333-3333']],
    ['query=OPENSSL', ['CGA-2222-3333-4444', 'CGA-5555-3333-3333']],
    ['query=go-app', ['GO-2024-2687']],
    ['query=IBSS', ['CGA-2222-3333-4444']],
    ['query=cga-4444', ['CGA-4444-3333-3333']],
    ['query=%C3%BCberLAUF%20im%20parser', ['CGA-4444-3333-3333']],
    ['query=bad', ['CGA-2222-3333-4444']],
    ['query=cve-2024-2', ['CGA-4444-3333-3333']],
    ['query=snyk%20%22%C3%96%5C1%22', ['GO-2024-2687']],
    ['query=snyk%092', ['GO-2024-2687']],
    ['query=%22%2C%22', []],
    ['query=%2C', []],
    ['query=[', []],
    ['query=0%25_P', ['CGA-5555-3333-3333']],
    ['query=%25', ['CGA-5555-3333-3333']],
    ['query=nothing', []],
    ['query=curl&statuses=FIXED', ['CGA-4444-3333-3333']],
  ])('are filtered by %s', async (query, expected) => {
    const page = ok(await grove.get(`${ADVISORIES}?${query}`));
    const found = (page['advisories'] as { advisoryId: string }[]).map(
      ({ advisoryId }) => advisoryId,
    );
    expect(found.sort()).toEqual(expected);
    expect(page['totalCount']).toBe(String(expected.length));
  });

  it.each(['artifact_types=jar', 'severities=high', 'statuses=DONE', 'query=a&query=b'])(
    'are not filtered by %s',
    async (query) => {
      expect(badFields(await grove.get(`${ADVISORIES}?${query}`))).toEqual([query.split('=')[0]]);
    },
  );

  it('keep their pages to the filter, whatever the order of its values', async () => {
    const filter = { artifact_names: ['curl', 'openssl'] };
    const first = await list(grove, ADVISORIES, {
      ...filter,
      order_by: 'severity desc',
      page_size: 1,
    });
    const page_token = first.nextPageToken;
    const next = { order_by: 'severity desc', page_token };
    const turned = await list(grove, ADVISORIES, { artifact_names: ['openssl', 'curl'], ...next });
    expect(turned.items).toHaveLength(3);
    const other = `${ADVISORIES}?artifact_names=curl&order_by=severity%20desc&page_token=${page_token}`;
    expect(badFields(await grove.get(other))).toEqual(['page_token']);
  });
});
