import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUILT_IN_ROLES, builtInRole, isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import { CAPABILITIES, isCapability, type Capability } from '#lib/resources/capabilities.ts';
import { Reach } from './reach.ts';

const segment = fc.constantFrom('0000000000000000', '1111111111111111');
const root = fc.constantFrom('a'.repeat(40), 'b'.repeat(40));
const uid = fc
  .tuple(root, fc.array(segment, { maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest].join('/'));
const FEW: readonly Capability[] = ['groups.list', 'groups.create', 'audit.list'];
const grant = fc.tuple(uid, fc.subarray([...FEW]));

function reachOf(grants: readonly [string, Capability[]][]): Reach {
  const map = new Map<string, Set<Capability>>();
  for (const [group, granted] of grants) {
    map.set(group, new Set([...(map.get(group) ?? []), ...granted]));
  }
  return new Reach(map);
}

it('holds what is granted at a group, there and below and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(grant, { maxLength: 5 }), uid, (grants, at) => {
      const reach = reachOf(grants);
      for (const capability of FEW) {
        const expected = grants.some(
          ([group, granted]) =>
            granted.includes(capability) && (at === group || at.startsWith(`${group}/`)),
        );
        expect(reach.holds(capability, at)).toBe(expected);
        const tops = reach.topGroups(capability);
        expect(tops.some((top) => at === top || at.startsWith(`${top}/`))).toBe(expected);
        expect(reach.missing([capability], at)).toEqual(expected ? [] : [capability]);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('names no top group below another, and the same each time', () => {
  fc.assert(
    fc.property(fc.array(grant, { maxLength: 8 }), (grants) => {
      const reach = reachOf(grants);
      const tops = reach.topGroups('groups.list');
      expect(tops.filter((a) => tops.some((b) => a.startsWith(`${b}/`)))).toEqual([]);
      expect(new Set(tops).size).toBe(tops.length);
      expect(reach.topGroups('groups.list')).toEqual(tops);
    }),
  );
});

it('holds within a set of capabilities what it held before, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(grant, { maxLength: 5 }),
      fc.subarray([...FEW]),
      uid,
      (grants, some, at) => {
        const reach = reachOf(grants);
        const narrowed = reach.within(new Set(some));
        for (const capability of FEW) {
          const expected = some.includes(capability) && reach.holds(capability, at);
          expect(narrowed.holds(capability, at)).toBe(expected);
          if (!some.includes(capability)) expect(narrowed.topGroups(capability)).toEqual([]);
        }
      },
    ),
  );
});

it('reaches nothing without grants', () => {
  const reach = new Reach(new Map());
  expect(reach.holds('groups.list', 'a'.repeat(40))).toBe(false);
  expect(reach.topGroups('groups.list')).toEqual([]);
  expect(reach.missing(FEW, 'a'.repeat(40))).toEqual(FEW);
});

// The capabilities of each role are a promise to everyone who has bound it, so the test spells them
// out.
it('has the built-in roles of the contract', () => {
  const lists = CAPABILITIES.filter(
    (name) =>
      name.endsWith('.list') &&
      !['audit.list', 'subscriptions.list', 'request_rules.list', 'access_requests.list'].includes(
        name,
      ),
  );
  const writes = (families: string[], verbs: string[]) =>
    families.flatMap((family) => verbs.map((verb) => `${family}.${verb}`));
  const expected: Record<string, string[]> = {
    viewer: lists,
    editor: [
      ...lists,
      ...writes(['identity', 'account_associations'], ['create', 'update', 'delete']),
      ...writes(['group_invites', 'identity_keys'], ['create', 'delete']),
      'repo.sync',
      'advisories.import',
      'saved_views.share',
      ...writes(['subscriptions'], ['list', 'create', 'update', 'delete']),
    ],
    owner: [...CAPABILITIES],
    'registry.viewer': ['groups.list', 'repo.list', 'tag.list'],
    'advisories.viewer': ['groups.list', 'repo.list', 'tag.list', 'advisories.list'],
    auditor: [
      ...lists,
      'audit.list',
      'subscriptions.list',
      'request_rules.list',
      'access_requests.list',
    ],
  };
  expect(BUILT_IN_ROLES.map(({ name }) => name)).toEqual(Object.keys(expected));
  for (const { uid, name, description, capabilities } of BUILT_IN_ROLES) {
    expect([...capabilities].sort()).toEqual(expected[name]?.sort());
    expect(new Set(capabilities).size).toBe(capabilities.length);
    expect(uid).toMatch(/^[0-9a-f]{40}$/);
    expect(description).toMatch(/^Built-in role/);
    expect([isBuiltInRole(uid), builtInRole(name).uid]).toEqual([true, uid]);
  }
  expect(() => builtInRole('nobody')).toThrow('no built-in role nobody');
  expect([isCapability('groups.list'), isCapability('groups.rule')]).toEqual([true, false]);
});
