import { expect } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { byMember, byName, list, listAll, sorted } from '../support/lists.ts';
import type { Query } from '../support/lists.ts';
import { bind, newGroup, personWith } from '../support/people.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';
const SEVERITIES = ['SEVERITY_UNSPECIFIED', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const STATUSES = ['DETECTION', 'FIXED', 'FIX_NOT_PLANNED'] as const;

/** Enough rows that some lists count instead of walking. */
const COUNTS = [800, 500, 30];

let groups: string[];
let everything: Json[];
let ofSome: string;

it.beforeAll(async () => {
  groups = await Promise.all(COUNTS.map(() => newGroup(grove, grove.rootUid)));
  await transaction(async (tx) => {
    for (const [at, count] of COUNTS.entries()) {
      const parent = groups[at] ?? '';
      for (let index = 0; index < count; index += 1) {
        const uid = newChildUid(parent);
        await tx.insert('Advisory', {
          uid,
          parent,
          severities: [],
          aliases: [],
          events: [],
          advisoryId: 'CGA',
          artifactName: `package ${index % 50}`,
          componentLocation: uid,
          artifactType: index % 5 === 0 ? 'image' : 'apk',
          severity: index % 7 === 0 ? 4 : index % 3,
          status: STATUSES[index % 3] ?? 'FIXED',
          createTime: new Date(Date.UTC(2024, 0, 1, 0, index % 400)),
          updateTime: new Date(Date.UTC(2025, 0, 1)),
        });
      }
    }
  });
  everything = await listAll(grove, ADVISORIES, { page_size: 200 });
  const [first = '', , last = ''] = groups;
  const { uid, token } = await personWith(grove, 'viewer', first);
  await bind(grove, last, uid, 'viewer');
  ofSome = token;
});

const RANKS = (item: Json) => SEVERITIES.indexOf(String(item['severity']));
const ORDERS = {
  created_at: byMember('createTime'),
  severity: RANKS,
  status: byMember('status'),
  artifact_name: byName('artifactName'),
  uid: byMember('uid'),
};

/** The filter, and the items that match it. */
const FILTERS: [Query, (item: Json) => boolean][] = [
  [{ severities: ['CRITICAL'] }, (item) => item['severity'] === 'CRITICAL'],
  [
    { severities: ['CRITICAL', 'LOW', 'CRITICAL'] },
    (item) => ['CRITICAL', 'LOW'].includes(String(item['severity'])),
  ],
  [{ severities: ['HIGH'] }, () => false],
  [{ statuses: ['FIXED'] }, (item) => item['status'] === 'FIXED'],
  [
    { statuses: ['FIXED', 'DETECTION'], artifact_types: ['image'] },
    (item) => item['status'] !== 'FIX_NOT_PLANNED' && item['artifactType'] === 'image',
  ],
  [
    { severities: ['CRITICAL'], artifact_names: ['package 7'] },
    (item) => item['severity'] === 'CRITICAL' && item['artifactName'] === 'package 7',
  ],
];

const isIn = (group: string | undefined) => (item: Json) =>
  String(item['uid']).startsWith(`${group}/`);

it.each(Object.entries(ORDERS))('lists advisories of some kinds by %s', async (field, by) => {
  for (const [at, [filter, isOfKind]] of FILTERS.entries()) {
    const [large] = groups;
    const places: [Query, string, (item: Json) => boolean][] = [
      [{ 'uidp.descendants_of': grove.rootUid }, grove.ownerToken, () => true],
      [{ 'uidp.children_of': large ?? '' }, grove.ownerToken, isIn(large)],
      [{}, ofSome, (item) => isIn(large)(item) || isIn(groups[2])(item)],
    ];
    for (const [nth, [place, token, isThere]] of places.entries()) {
      const matching = everything.filter((item) => isThere(item) && isOfKind(item));
      // Each filter and each place occurs with both directions.
      const isDescending = (at + nth) % 2 === 1;
      const expected = sorted(matching, by, isDescending);
      const order_by = isDescending ? `${field} desc` : field;
      const query = { ...place, ...filter, order_by, page_size: 90 };
      const listed = await listAll(grove, ADVISORIES, query, token);
      expect(listed.map(({ uid }) => uid)).toEqual(expected);
      const skip = Math.floor(expected.length / 2);
      const page = await list(grove, ADVISORIES, { ...query, skip, page_size: 5 }, token);
      expect(page).toMatchObject({
        uids: expected.slice(skip, skip + 5),
        totalCount: expected.length,
      });
    }
  }
});
