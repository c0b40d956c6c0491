// @module-tag next-long
import { expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { OPEN_STATUSES } from '#lib/resources/advisory-statuses.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, ok } from '../support/answers.ts';
import { list } from '../support/lists.ts';
import { newOrganization, register } from '../support/organizations.ts';
import { newGroup } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

const SUMMARY = '/iam/v2beta1/groups:summarize';
const DAY_MS = 24 * 60 * 60 * 1000;

const STATUSES = ['DETECTION', 'FIX_NOT_PLANNED', 'FIXED', 'FALSE_POSITIVE_DETERMINATION'];

let team: string;
let inner: string;

const summaryOf = async (uid: string, token?: string) =>
  ok(await grove.get(`${SUMMARY}?group_uid=${encodeURIComponent(uid)}`, { token }));

it.beforeAll(async () => {
  team = await newGroup(grove, grove.rootUid, 'team');
  inner = await newGroup(grove, team, 'inner');
  await newGroup(grove, grove.rootUid, 'beside');
  for (const [index, parent] of [team, inner, inner, inner].entries()) {
    const time = new Date(Date.now() - (index * 10 + 1) * DAY_MS);
    await insertAdvisory(parent, `CGA-0000-0000-000${index}`, {
      severity: index === 0 ? 4 : 2,
      status: STATUSES[index],
      createTime: time,
      updateTime: time,
    });
  }
  ok(
    await grove.post(`/iam/v2beta1/groupInvites/${team}`, {
      roleUid: builtInRole('viewer').uid,
      ttl: '3600s',
    }),
  );
});

it('counts resources in a group and below as the lists do', async () => {
  for (const uid of [grove.rootUid, team, inner]) {
    const { counts } = await summaryOf(uid);
    for (const [collection, count] of Object.entries(counts as Json)) {
      const domain = { repos: 'registry', advisories: 'vulnerabilities' }[collection] ?? 'iam';
      const path = `/${domain}/v2beta1/${collection}`;
      const here = await list(grove, path, { 'uidp.children_of': uid });
      const below = await list(grove, path, { 'uidp.descendants_of': uid });
      expect(count).toEqual({ here: String(here.totalCount), below: String(below.totalCount) });
    }
    expect(Object.keys(counts as Json)).toHaveLength(10);
  }
});

it('has only the counts for whoever asks for no more', async () => {
  const { counts } = await summaryOf(team);
  const query = `group_uid=${encodeURIComponent(team)}&counts_only=true`;
  expect(ok(await grove.get(`${SUMMARY}?${query}`))).toEqual({ groupUid: team, counts });
});

it('counts advisories by severity and by week, with a list for each week', async () => {
  const { advisories } = (await summaryOf(team)) as { advisories: Json };
  expect(advisories['severities']).toEqual({
    SEVERITY_UNSPECIFIED: '0',
    LOW: '0',
    MEDIUM: '3',
    HIGH: '0',
    CRITICAL: '1',
  });
  const open = advisories['openSeverities'] as Record<string, string>;
  expect(open).toMatchObject({ MEDIUM: '1', CRITICAL: '1' });
  for (const [severity, count] of Object.entries(open)) {
    const page = await list(grove, '/vulnerabilities/v2beta1/advisories', {
      'uidp.descendants_of': team,
      severities: severity,
      statuses: OPEN_STATUSES,
    });
    expect([severity, count]).toEqual([severity, String(page.totalCount)]);
  }
  const weeks = advisories['weeks'] as Json[];
  expect(weeks).toHaveLength(26);
  for (const { startTime, endTime, severities } of weeks) {
    const page = await list(grove, '/vulnerabilities/v2beta1/advisories', {
      'uidp.descendants_of': team,
      created_since: String(startTime),
      created_until: String(endTime),
    });
    const told = Object.values(severities as Record<string, string>).map(Number);
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(page.totalCount);
  }
  expect(weeks.at(-1)?.['severities']).toEqual({ CRITICAL: '1' });
});

it('returns recent identities, expiring invites and recent changes', async () => {
  const { identities, groupInvites, roleBindings, auditEvents } = await summaryOf(grove.rootUid);
  expect(roleBindings).toEqual({ identities: '1' });
  expect(identities).toMatchObject({ seenRecently: '1', longUnseen: '0', unseen: [] });
  expect((identities as { recent: Json[] }).recent).toMatchObject([{ uid: grove.ownerUid }]);
  expect(groupInvites).toMatchObject({ open: '1', expiring: [{ role: { name: 'viewer' } }] });
  expect((auditEvents as Json[])[0]).toMatchObject({ type: 'grove.iam.group_invite.created.v1' });
});

it('leaves out resources the caller may not list', async () => {
  const { root, ...owner } = await newOrganization(grove);
  const theirs = await newGroup(grove, root, 'theirs', owner);
  await newGroup(grove, theirs, 'below', owner);
  const subject = { issuer: 'https://ci.example.com', subject: 'few' };
  const identityUid = await register(grove, { root, ...owner }, subject);
  const capabilities = { name: 'groups only', capabilities: ['groups.list'] };
  const role = ok(await grove.post(`/iam/v2beta1/roles/${root}`, capabilities, owner));
  const binding = { identityUid, roleUid: role['uid'] };
  ok(await grove.post(`/iam/v2beta1/roleBindings/${theirs}`, binding, owner));
  const token = await grove.token(identityUid);
  expect(await summaryOf(theirs, token)).toEqual({
    groupUid: theirs,
    counts: { groups: { here: '1', below: '1' } },
  });
  const above = await grove.get(`${SUMMARY}?group_uid=${root}`, { token });
  expect(above.status).toBe(403);
  expect(badFields(await grove.get(`${SUMMARY}?group_uid=nonsense`))).toEqual(['group_uid']);
  expect(badFields(await grove.get(`${SUMMARY}?group_uid=${team}&x=1`))).toEqual(['x']);
});
