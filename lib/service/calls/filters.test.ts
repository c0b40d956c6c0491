import { describe, expect, it } from 'vitest';
import { isApiError } from '#lib/aip/errors.ts';
import { advisory } from '#lib/resources/advisory.ts';
import { auditEvent } from '#lib/resources/audit-event.ts';
import { group } from '#lib/resources/group.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { tag } from '#lib/resources/tag.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { all } from '#lib/store/predicates.ts';
import { toCondition } from '#lib/store/sql/where.ts';
import { dialect } from '#lib/store/sqlite/dialect.ts';
import { parseListRequest } from './filters.ts';

const ROOT = '0'.repeat(40);

function parse(definition: ResourceDefinition, query: Record<string, string | string[]>) {
  const params = Object.entries(query).map(([name, value]) => [name, [value].flat()] as const);
  return parseListRequest(definition, new Map(params));
}

/** The violations by parameter. */
function violations(definition: ResourceDefinition, query: Record<string, string | string[]>) {
  try {
    parse(definition, query);
    return {};
  } catch (error) {
    if (!isApiError(error)) throw error;
    const [detail] = error.details;
    const list = detail !== undefined && 'fieldViolations' in detail ? detail.fieldViolations : [];
    return Object.fromEntries(list.map(({ field, description }) => [field, description]));
  }
}

describe('parseListRequest', () => {
  it('has a default for everything', () => {
    expect(parse(group, {})).toEqual({
      pageSize: 50,
      pageToken: '',
      skip: 0,
      order: { field: 'uid', descending: false },
      hierarchy: { inRoot: false },
      conditions: [],
      canonical: [],
    });
    expect(parse(auditEvent, {}).order).toEqual({ field: 'created_at', descending: true });
  });

  it('tells every wrong parameter at once', () => {
    const query = {
      page_size: 'x',
      skip: '-1',
      order_by: 'colour',
      'uidp.descendants_of': 'x',
      severities: 'BAD',
      nmae: 'x',
    };
    expect(Object.keys(violations(advisory, query)).sort()).toEqual(Object.keys(query).sort());
  });

  it('refuses what the prototype has', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'uidp', 'uidp.']) {
      const params = new Map([[name, ['x']]]);
      expect(() => parseListRequest(group, params)).toThrow(`${name}: is not a parameter here`);
    }
    expect(violations(advisory, { severities: 'constructor' })).toHaveProperty('severities');
    expect(violations(advisory, { statuses: '__proto__' })).toHaveProperty('statuses');
  });

  it('takes repeated values only where they combine with OR', () => {
    const many = Array.from({ length: 200 }, () => ROOT);
    expect(parse(group, { 'uidp.ids': many }).hierarchy.ids).toHaveLength(200);
    expect(violations(group, { 'uidp.ids': [...many, ROOT] })).toEqual({
      'uidp.ids': 'may be given at most 200 times',
    });
    const single = { name: 'a', page_size: '1', page_token: 't', skip: '1', order_by: 'uid' };
    for (const [name, value] of Object.entries({ ...single, 'uidp.in_root': 'true' })) {
      expect(violations(group, { [name]: [value, value] })).toEqual({ [name]: 'is given twice' });
    }
    expect(violations(advisory, { query: ['a', 'b'] })).toEqual({ query: 'is given twice' });
    expect(
      parse(advisory, { aliases: ['a', 'b'], severities: ['LOW', 'HIGH'] }).conditions,
    ).toHaveLength(2);
  });

  it.each([
    ['', false],
    ['2024', false],
    ['2024-01-02', false],
    ['2024-01-02T03:04:05', false],
    ['2024-13-02T03:04:05Z', false],
    ['2024-01-02T03:04:05+99:00', false],
    ['1704164645', false],
    ['2024-01-02T03:04:05Z', true],
    ['2024-01-02T03:04:05.123456789Z', true],
    ['2024-01-02T04:04:05+01:00', true],
    ['2024-02-30T03:04:05Z', false],
    ['2024-01-02t03:04:05z', true],
  ])('reads the time %j: %s', (time, isTime) => {
    expect(violations(tag, { updated_since: time })).toEqual(
      isTime ? {} : { updated_since: 'must be an RFC 3339 time' },
    );
  });

  it('bounds the length of values', () => {
    expect(violations(group, { name: 'a'.repeat(2_048) })).toEqual({});
    expect(violations(group, { name: 'a'.repeat(2_049) })).toHaveProperty('name');
  });

  it('never puts a value into the SQL', () => {
    for (const definition of RESOURCES) {
      for (const name of Object.keys(definition.filters)) {
        const { kind } = definition.filters[name] ?? {};
        if (kind === 'uid' || kind === 'since' || kind === 'until') continue;
        if (Object.keys(violations(definition, { [name]: 'needle' })).length > 0) continue;
        const { sql, params } = toCondition(
          dialect,
          definition.type,
          all(...parse(definition, { [name]: 'needle' }).conditions),
        );
        expect(sql).not.toContain('needle');
        expect(JSON.stringify(params)).toContain('needle');
      }
    }
  });
});

describe('the canonical filters', () => {
  const canonical = (query: Record<string, string | string[]>) => parse(advisory, query).canonical;

  it('do not depend on the order of parameters or values, nor on paging', () => {
    const one = canonical({
      aliases: ['a', 'b'],
      query: 'x',
      page_size: '1',
      skip: '2',
      page_token: 't',
    });
    const two = canonical({ order_by: 'uid', query: 'x', aliases: ['b', 'a'] });
    expect(one).toEqual(two);
  });

  it('tell any other filters apart', () => {
    const queries: Record<string, string | string[]>[] = [
      {},
      { query: '' },
      { query: 'a' },
      { aliases: 'a' },
      { aliases: ['a', 'a'] },
      { aliases: ['a', 'b'] },
      { 'uidp.in_root': 'true' },
      { 'uidp.ids': ROOT },
      { 'uidp.children_of': ROOT },
    ];
    const all = queries.map((query) => JSON.stringify(canonical(query)));
    expect(new Set(all).size).toBe(all.length);
  });

  it('takes several identities of bindings, each a uid, and one role', () => {
    const uids = ['0'.repeat(40), '1'.repeat(40)];
    expect(parse(roleBinding, { identity: uids }).conditions).toEqual([
      { kind: 'in', column: 'identityUid', values: uids },
    ]);
    expect(parse(roleBinding, { identity: ROOT }).conditions).toEqual([
      { kind: 'in', column: 'identityUid', values: [ROOT] },
    ]);
    expect(violations(roleBinding, { identity: [ROOT, 'x'], role: uids })).toHaveProperty(
      'role',
      'is given twice',
    );
    expect(violations(roleBinding, { identity: [ROOT, 'x'] })).toHaveProperty('identity');
  });
});
