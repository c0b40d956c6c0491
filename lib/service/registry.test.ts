import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { valueAt } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { fieldTree } from '#lib/resources/input.ts';
import { isJoined } from '#lib/store/sql/joined-column.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { capabilityOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';
import { collectionPath, type BaseRow, type ResourceDefinition } from '#lib/resources/define.ts';
import { findResource, RESOURCES } from '#lib/resources/index.ts';

const ROOT = '0'.repeat(40);
const CHILD = `${ROOT}/${'1'.repeat(16)}`;

/** Self-signed, and valid for a hundred years. */
const CA_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBQDCB86ADAgECAhR+IYrLIciN9bzkOjh5QFO9D90oRjAFBgMrZXAwFTETMBEG
A1UEAwwKRXhhbXBsZSBDQTAgFw0yNjExMjIwMDU1NTlaGA8yMTI2MTAyOTAwNTU1
OVowFTETMBEGA1UEAwwKRXhhbXBsZSBDQTAqMAUGAytlcAMhAM2j6dPSmYnSvZic
KWtTbedA1B6xnzW3itDt6F/nir48o1MwUTAdBgNVHQ4EFgQURuZFBlKWOkuCaqMh
wqB++mrE3AUwHwYDVR0jBBgwFoAURuZFBlKWOkuCaqMhwqB++mrE3AUwDwYDVR0T
AQH/BAUwAwEB/zAFBgMrZXADQQCN5IoFibpyT9gqZZ44z4R6QKTeHY7aAFhYj0t3
JqmYxS71AoaQOWt0ynYu0mH5tfFTqxxOlIeOdyXbU+uBMy0K
-----END CERTIFICATE-----`;

/** A complete and a minimal body for resources whose example does not show all fields. */
const BODIES: Record<string, JsonObject[]> = {
  Group: [{ name: 'a', description: 'd' }, { name: 'a' }],
  Identity: [
    {
      name: 'a',
      description: 'd',
      claimMatch: {
        issuer: 'https://i.example',
        subjectPattern: 's.*',
        audience: 'u',
        claims: { x: 'y' },
        claimPatterns: { z: '.' },
      },
    },
    { name: 'a', claimMatch: { issuerPattern: 'i', subject: 's' } },
  ],
  Role: [
    { name: 'a', description: 'd', capabilities: ['groups.list', 'audit.list'] },
    { name: 'a', capabilities: ['groups.list'] },
  ],
  RoleBinding: [
    {
      identityUid: CHILD,
      roleUid: ROOT,
      startTime: '2026-11-28T08:00:00.5Z',
      expirationTime: '2026-11-28T10:00:00.9+01:00',
    },
    { identityUid: CHILD, roleUid: ROOT, ttl: '60s' },
  ],
  IdentityProvider: [
    {
      name: 'a',
      description: 'd',
      defaultRole: ROOT,
      roleRules: [{ claim: 'groups', pattern: 'admins', roleUid: ROOT, groupUid: ROOT }],
      oidc: { issuer: 'https://i.example', clientId: 'c', additionalScopes: ['a', 'b'] },
      reservation: 'r',
    },
    { name: 'a', oidc: { issuer: 'http://localhost:1', clientId: 'c' } },
  ],
  AccountAssociation: [
    {
      name: 'a',
      description: 'd',
      amazon: { account: '123456789012' },
      google: { projectId: 'p', projectNumber: '9007199254740993' },
      azure: {
        tenantId: '00000000-0000-0000-0000-000000000000',
        clientIds: { a: '00000000-0000-0000-0000-000000000001' },
      },
      github: { installationId: '7', name: 'n' },
    },
    { name: 'a', google: { projectId: 'p', projectNumber: 7 } },
  ],
  RegistrySource: [
    {
      url: 'https://registry.example',
      username: 'u',
      password: 'p',
      caCertificate: CA_CERTIFICATE,
      interval: '3600s',
    },
    { url: 'http://localhost:5000' },
  ],
  Subscription: [
    {
      name: 'a',
      types: ['*'],
      webhook: { url: 'https://hooks.example/a?b=c', format: 'THIN' },
      ordered: true,
      identityUid: CHILD,
      disabled: false,
      secret: `whsec_${'a'.repeat(32)}`,
    },
    { name: 'a', types: ['grove.iam.*'], webhook: { url: 'http://localhost:1' } },
    {
      name: 'a',
      email: { schedule: 'WEEKLY', timeZone: 'Europe/Berlin', savedViewUid: CHILD },
    },
  ],
  AccessRequest: [
    {
      ruleUid: CHILD,
      roleUid: ROOT,
      identityUid: CHILD,
      groupUids: [ROOT],
      duration: '60s',
      startTime: '2026-11-28T08:00:00.5Z',
      reason: 'OPS-1',
      validateOnly: true,
    },
    { ruleUid: CHILD, roleUid: ROOT, duration: '60s' },
  ],
  RequestRule: [
    {
      name: 'a',
      description: 'b',
      roles: [ROOT],
      requesterRoles: [ROOT],
      requesterIdentities: [CHILD],
      maxDuration: '3600s',
      reasonRequired: true,
      reasonPattern: 'OPS-[0-9]+',
      approverIdentities: [CHILD],
      approvals: 1,
      secondFactor: true,
      waitDuration: '60s',
      emergency: false,
    },
    { name: 'a', roles: [ROOT], requesterRoles: [ROOT], maxDuration: '60s', emergency: true },
  ],
  GroupInvite: [{ roleUid: ROOT, ttl: '60s', email: 'A@B.example', singleUse: true }],
};

const each = RESOURCES.map((resource) => [resource.type, resource] as const);
const writable = each.filter(([, { input }]) => input !== undefined);

describe('the registry', () => {
  it('has every resource once', () => {
    expect(RESOURCES.map(({ type }) => type).sort()).toEqual([...RESOURCE_TYPES].sort());
    expect(new Set(RESOURCES.map(collectionPath)).size).toBe(RESOURCES.length);
    for (const resource of RESOURCES) {
      expect(findResource(resource.domain, resource.collection)).toBe(resource);
    }
    expect(findResource('registry', 'groups')).toBeUndefined();
    expect(findResource('iam', '__proto__')).toBeUndefined();
  });

  it('has a use for every capability', () => {
    const used = RESOURCES.flatMap((resource) =>
      resource.verbs.map((verb) => capabilityOf(resource.type, verb)),
    );
    const filling = ['repo.sync', 'advisories.import', 'saved_views.share'];
    expect([...new Set([...used, ...filling])].sort()).toEqual([...CAPABILITIES].sort());
  });
});

describe.each(each)('%s', (type, resource) => {
  const columns = COLUMNS[type];

  it('orders and filters by columns that it has', () => {
    const searched = Object.values(resource.filters).flatMap((filter) => {
      if (filter.kind === 'search') return filter.columns;
      return 'column' in filter ? [filter.column] : [];
    });
    const distinct = (resource.distinct ?? []).flatMap((one) => one.columns);
    const orders = Object.values(resource.orders).filter((column) => !isJoined(column));
    for (const column of [...orders, ...searched, ...distinct]) {
      expect(Object.keys(columns)).toContain(column);
    }
  });

  it('names orders and filters in snake_case, each time under both of its names', () => {
    for (const parameter of [...Object.keys(resource.orders), ...Object.keys(resource.filters)]) {
      expect(parameter).toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
    expect(resource.orders['uid']).toBe('uid');
    expect(resource.orders['created_at']).toBe('createTime');
    expect(resource.orders['create_time']).toBe('createTime');
    const updates = 'updateTime' in columns ? 'updateTime' : undefined;
    expect([resource.orders['updated_at'], resource.orders['update_time']]).toEqual([
      updates,
      updates,
    ]);
    // A table has the column for the order of people where a name may have any character.
    const [byName] = ['nameOrder', 'name'].filter((column) => column in columns);
    expect(resource.orders['name']).toBe(byName);
  });

  it('compares times as times, and uids as uids', () => {
    for (const filter of Object.values(resource.filters)) {
      if (filter.kind === 'isSet') continue;
      const isTime = ['since', 'until', 'differs', 'daysAgo', 'withinDays', 'isPast'].includes(
        filter.kind,
      );
      const used = 'column' in filter ? columns[filter.column] : 'text';
      expect(used === 'time').toBe(isTime);
    }
  });

  it('offers what it can do', () => {
    const { verbs, input, toInput, toColumns } = resource;
    expect(verbs.slice(0, 2)).toEqual(['list', 'get']);
    expect(input !== undefined).toBe(verbs.includes('create'));
    expect(toColumns !== undefined).toBe(verbs.includes('create'));
    expect(toInput !== undefined).toBe(verbs.includes('update'));
  });
});

function treeOf({ input }: ResourceDefinition) {
  if (input === undefined) throw new Error('cannot be written');
  return fieldTree(input);
}

describe.each(writable)('%s as written', (type, resource) => {
  const bodies = BODIES[type] ?? [resource.example ?? {}];
  const tree = treeOf(resource);

  it('keeps what is put in apart from what is given out', () => {
    for (const field of resource.outputOnly) expect(Object.keys(tree)).not.toContain(field);
    expect(resource.outputOnly).toEqual(expect.arrayContaining(['uid', 'createTime']));
    for (const path of (resource.oneofs ?? []).flat())
      expect(valueAt(tree as JsonObject, path)).toBe(true);
  });

  it('has an example with every field', () => {
    const fields = Object.keys(tree).filter((field) => !bodies.some((body) => field in body));
    expect(fields).toEqual([]);
  });

  it('gives the row that it was made from again when nothing changes', () => {
    for (const body of bodies) {
      const row = rowOf(resource, body);
      if (resource.toInput === undefined) continue;
      const again = resource.toColumns?.(parse(resource, resource.toInput(row)));
      expect(again).toEqual(resource.toColumns?.(parse(resource, body)));
    }
  });

  it('gives out each member, and the ones of this table only', () => {
    for (const body of bodies) {
      const members = Object.keys(resource.toJson(rowOf(resource, body)));
      const known = [...Object.keys(tree), ...resource.outputOnly];
      expect(known).toEqual(expect.arrayContaining(members));
      const secret = JSON.stringify(resource.toJson(rowOf(resource, body)));
      expect(secret).not.toMatch(/codeHash|keyHash|[sS]ecret|[hH]older|"revision"|"parent"/);
    }
  });
});

function parse(resource: ResourceDefinition, body: JsonObject): JsonObject {
  return resource.input?.parse(body) as JsonObject;
}

/** The row of the body, with placeholders for related rows. */
function rowOf(resource: ResourceDefinition, body: JsonObject): BaseRow {
  const now = new Date(0);
  const made = {
    uid: CHILD,
    parent: ROOT,
    createTime: now,
    updateTime: now,
    lastSeenTime: now,
    expirationTime: now,
    revision: 1,
    email: null,
    emailUnverified: null,
    blockedTime: now,
    blockedGroup: null,
    blockedBy: null,
    blockReason: '',
    namesSince: null,
    unconfirmedTime: null,
    clientSecret: 'secret',
    password: 'secret',
    notificationHash: 'secret',
    notificationKeyTime: now,
    state: 'RUNNING',
    run: null,
    leaseTime: null,
    lastSync: null,
    nextSyncTime: now,
    codeHash: 'hash',
    keyHash: 'keyHash',
    lastUsedTime: now,
    lastUsedNetwork: '192.0.2.1',
    keyId: 'key',
    verified: false,
    resourceLimits: {},
    identity: { uid: CHILD, name: '', description: '', subject: null, issuer: null, email: null },
    group: { uid: ROOT, name: '', description: '' },
    role: { uid: ROOT, name: '', description: '' },
  };
  return { ...made, ...resource.toColumns?.(parse(resource, body)) };
}
