import { describe, expect, it } from 'vitest';
import { isUid } from '#lib/aip/uid.ts';
import type { Tables } from '#lib/resources/rows.ts';
import { accountAssociation } from '#lib/resources/account-association.ts';
import { EVENT_STATUS } from '#lib/resources/advisory-statuses.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import { group } from '#lib/resources/group.ts';
import { groupInvite } from '#lib/resources/group-invite.ts';
import { identity } from '#lib/resources/identity.ts';
import { identityProvider } from '#lib/resources/identity-provider.ts';
import { requestRule } from '#lib/resources/request-rule.ts';
import { role } from '#lib/resources/role.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { validate } from '#lib/resources/input.ts';
import { rulesFor } from '#lib/service/rules/index.ts';
import { planDemo } from './plan.ts';
import type { DemoPlan } from './demo-plan.ts';
import { after, before, DAY_MS } from './times.ts';

type Group = Tables['Group'];
type Identity = Tables['Identity'];
type RoleBinding = Tables['RoleBinding'];

const now = new Date('2026-05-20T15:30:00Z');
const rootUid = 'ab'.repeat(20);
const made = { createTime: now, updateTime: now, revision: 1 };

const root: Group = {
  uid: rootUid,
  parent: '',
  name: 'acme',
  description: '',
  resourceLimits: {},
  verified: false,
  foundedBy: null,
  ...made,
};

const owner: Identity = {
  uid: `${rootUid}/0123456789abcdef`,
  parent: rootUid,
  name: 'ada@acme.example',
  description: '',
  issuer: 'http://localhost:3000',
  issuerPattern: null,
  subject: `${rootUid}/0123456789abcdef`,
  subjectPattern: null,
  audience: null,
  audiencePattern: null,
  claims: {},
  claimPatterns: {},
  email: 'ada@acme.example',
  emailUnverified: true,
  blockedTime: null,
  blockedGroup: null,
  blockedBy: null,
  blockReason: '',
  namesSince: null,
  unconfirmedTime: null,
  matchesAnyAccount: null,
  lastSeenTime: now,
  ...made,
};

const ownerBinding: RoleBinding = {
  uid: `${rootUid}/fedcba9876543210`,
  parent: rootUid,
  identityUid: owner.uid,
  roleUid: 'owner',
  providerUid: null,
  byItself: null,
  unconfirmedTime: null,
  boundAs: null,
  startTime: null,
  expirationTime: null,
  createTime: now,
  revision: 1,
};

const planWith = (seed: string): DemoPlan => planDemo({ seed, now, root, owner, ownerBinding });

const plan = planWith('grove');
const rowsOf = <Row>(list: readonly { row: Row }[]): Row[] => list.map(({ row }) => row);
const groups = [plan.root, ...rowsOf(plan.groups)];
const tags = plan.repos.flatMap((repo) => repo.tags);

/** Every row with a parent, with the time at which the parent was created. */
const parents = new Map<string, Date>(
  [...groups, ...rowsOf(plan.repos)].map(({ uid, createTime }) => [uid, createTime]),
);
const children: BaseRow[] = [
  ...rowsOf(plan.groups),
  ...plan.roles,
  ...plan.identities,
  ...rowsOf(plan.bindings),
  ...plan.providers,
  plan.association,
  ...rowsOf(plan.invites),
  ...plan.requestRules,
  ...rowsOf(plan.repos),
  ...tags,
  ...plan.advisories,
  ...plan.events,
];

function violationsOf(definition: ResourceDefinition, rows: readonly BaseRow[]): string[] {
  return rows.flatMap((row) => {
    const body = definition.toInput?.(row) ?? {};
    const { violations } = validate(definition.input as NonNullable<typeof group.input>, body);
    const more = rulesFor(definition.type).violations?.(body) ?? [];
    return [...violations, ...more].map((violation) => `${row.uid} ${JSON.stringify(violation)}`);
  });
}

describe('the demo organization', () => {
  it('is as large as it says', () => {
    expect(plan.groups).toHaveLength(200);
    expect(Math.max(...groups.map(({ uid }) => uid.split('/').length - 1))).toBe(5);
    expect([...plan.identities, plan.owner]).toHaveLength(400);
    expect([...plan.bindings, plan.ownership]).toHaveLength(1000);
    expect(plan.repos).toHaveLength(50);
    expect(plan.advisories).toHaveLength(2000);
    for (const repo of plan.repos) {
      expect(repo.tags.length).toBeGreaterThanOrEqual(8);
      expect(repo.tags.length).toBeLessThanOrEqual(30);
    }
  });

  it('is the same for the same seed, and another for another', () => {
    expect(planWith('grove')).toEqual(plan);
    expect(planWith('other').identities).not.toEqual(plan.identities);
  });

  it.each([
    [group, groups],
    [identity, plan.identities],
    [role, plan.roles],
    [identityProvider, plan.providers],
    [accountAssociation, [plan.association]],
    [roleBinding, rowsOf(plan.bindings)],
    [requestRule, plan.requestRules],
  ])('has nothing that the API would refuse: $type', (definition, rows) => {
    expect(violationsOf(definition, rows)).toEqual([]);
    for (const { columns } of definition.distinct ?? []) {
      const keys = (rows as unknown as Record<string, unknown>[])
        .map((row) => columns.map((column) => row[column]))
        .filter((values) => !values.includes(null));
      expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
    }
  });

  it('has request rules whose people and roles are those of the plan', () => {
    const people = new Set(plan.identities.map(({ uid }) => uid));
    const [selfService, answered] = plan.requestRules;
    expect(selfService).toMatchObject({ approvals: 0, secondFactor: true });
    expect(answered?.approverIdentities).toHaveLength(1);
    for (const rule of plan.requestRules) {
      const { requesterIdentities, approverIdentities, roles, createTime } = rule;
      expect(roles).toHaveLength(1);
      expect(createTime < now).toBe(true);
      for (const uid of [...requesterIdentities, ...approverIdentities]) {
        expect(people).toContain(uid);
      }
    }
  });

  it('has invites that could have been made, one of which ends soon', () => {
    for (const { row } of plan.invites) {
      const ttl = `${(row.expirationTime.getTime() - row.createTime.getTime()) / 1000}s`;
      const body = { roleUid: row.roleUid, ttl, ...(row.email && { email: row.email }) };
      expect(
        validate(groupInvite.input as NonNullable<typeof group.input>, body).violations,
      ).toEqual([]);
      expect(row.expirationTime > now).toBe(true);
    }
    expect(plan.invites.some(({ row }) => row.expirationTime < after(now, DAY_MS))).toBe(true);
  });

  it('puts everything below what it is in, after it and not in the future', () => {
    expect(new Set(children.map(({ uid }) => uid)).size).toBe(children.length);
    const astray = children.filter(({ uid, parent, createTime, updateTime = createTime }) => {
      const began = parents.get(parent ?? '');
      const isInside = isUid(uid) && uid.startsWith(`${parent}/`);
      return (
        !isInside || !began || began > createTime || createTime > updateTime || updateTime > now
      );
    });
    expect(astray).toEqual([]);
  });

  it('has identities that were seen today, and some long ago', () => {
    const seen = plan.identities.map(({ lastSeenTime }) => lastSeenTime);
    expect(seen.every((time) => time <= now)).toBe(true);
    expect(seen.filter((time) => time > before(now, DAY_MS)).length).toBeGreaterThan(50);
    expect(seen.filter((time) => time < before(now, 90 * DAY_MS)).length).toBeGreaterThan(5);
  });

  it('has advisories whose status is that of their newest event', () => {
    for (const advisory of plan.advisories) {
      const event = (advisory.events as Record<string, unknown>[]).at(-1) ?? {};
      expect(Object.entries(EVENT_STATUS).filter(([key]) => key in event)).toEqual([
        [expect.any(String), advisory.status],
      ]);
      expect(advisory.advisoryId).toMatch(/^CGA(-[23456789cfghjmpqrvwx]{4}){3}$/);
    }
    const keys = plan.advisories.map((row) =>
      [row.parent, row.advisoryId, row.artifactName, row.componentName].join(' '),
    );
    expect(new Set(keys).size).toBe(2000);
    const lately = plan.advisories.filter((row) => row.createTime > before(now, 182 * DAY_MS));
    expect(lately.length).toBeGreaterThan(1000);
    expect(lately.length).toBeLessThan(1900);
  });

  it('grants some things twice, once above', () => {
    const twice = plan.bindings.filter(({ row }) =>
      plan.bindings.some(
        (other) =>
          other.row.identityUid === row.identityUid &&
          other.row.roleUid === row.roleUid &&
          row.parent.startsWith(`${other.row.parent}/`),
      ),
    );
    expect(twice.length).toBeGreaterThan(20);
  });

  it('has a record of everything that was made', () => {
    const recorded = new Set(plan.events.map(({ resource }) => resource));
    const bindings = rowsOf([plan.ownership, ...plan.bindings]);
    const withRecords = [...groups, ...plan.roles, plan.owner, ...plan.identities, ...bindings];
    expect(withRecords.filter(({ uid }) => !recorded.has(uid))).toEqual([]);
    expect(plan.events.some(({ createTime }) => createTime > before(now, DAY_MS))).toBe(true);
  });
});
