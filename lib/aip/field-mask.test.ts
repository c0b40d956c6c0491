import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPaths, changedPaths, presentPaths, valueAt } from './field-mask.ts';
import type { FieldTree, Oneof } from './field-mask.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** One text, one list, one map, and an object with a oneof and an object within. */
const FIELDS: FieldTree = {
  name: true,
  tags: true,
  labels: true,
  match: { issuer: true, issuerPattern: true, inner: { deep: true, deeper: true } },
};
const ONEOFS: Oneof[] = [['match.issuer', 'match.issuerPattern']];
const CURRENT: JsonObject = {
  name: 'old',
  tags: ['a', 'b'],
  labels: { x: '1', y: '2' },
  match: { issuer: 'i', inner: { deep: 1, deeper: 2 } },
};

/** Applies an update in the same way as a resource does. */
function update(body: JsonObject, mask?: string): JsonObject {
  return applyPaths(CURRENT, body, changedPaths(mask, body, FIELDS), ONEOFS);
}

const isEmptyObject = (value: unknown) => isJsonObject(value) && Object.keys(value).length === 0;

const { name, tags, labels } = CURRENT;
const inner = { deep: 1, deeper: 2 };

describe('AIP-134', () => {
  it.each<[string, JsonObject, string | undefined, Partial<JsonObject>]>([
    ['no mask: the keys of the body', { name: 'new' }, undefined, { name: 'new' }],
    ['no mask, empty body: nothing', {}, undefined, {}],
    ['no mask: an empty value is a value', { name: '' }, undefined, { name: '' }],
    ['no mask: null is a value', { name: null }, undefined, { name: null }],
    ['no mask: an empty object changes nothing', { match: {}, labels: {} }, undefined, {}],
    ['a mask of nothing but commas is empty', { name: 'new' }, ' , ', { name: 'new' }],
    [
      'no mask: objects key by key',
      { match: { inner: { deep: 9 } } },
      undefined,
      { match: { issuer: 'i', inner: { deep: 9, deeper: 2 } } },
    ],
    ['no mask: lists as a whole', { tags: ['c'] }, undefined, { tags: ['c'] }],
    ['no mask: maps as a whole', { labels: { z: '3' } }, undefined, { labels: { z: '3' } }],
    [
      'no mask: one of a oneof clears the other',
      { match: { issuerPattern: 'p' } },
      undefined,
      { match: { issuerPattern: 'p', inner } },
    ],
    [
      'no mask: both of a oneof are told apart elsewhere',
      { match: { issuer: 'j', issuerPattern: 'p' } },
      undefined,
      { match: { issuer: 'j', issuerPattern: 'p', inner } },
    ],
    ['mask: only what it names', { name: 'new', tags: [] }, 'name', { name: 'new' }],
    ['mask: what the body lacks is cleared', {}, 'tags', { tags: undefined }],
    ['mask: several fields', { name: 'n', tags: [] }, 'name,tags', { name: 'n', tags: [] }],
    [
      'mask: several fields with spaces',
      { name: 'n', tags: [] },
      ' name , tags ',
      { name: 'n', tags: [] },
    ],
    ['mask: a field twice', { name: 'n' }, 'name,name', { name: 'n' }],
    ['mask: an object as a whole', { match: { issuer: 'j' } }, 'match', { match: { issuer: 'j' } }],
    [
      'mask: into an object',
      { match: { issuer: 'j', inner: {} } },
      'match.issuer',
      { match: { issuer: 'j', inner } },
    ],
    [
      'mask: deep into an object',
      { match: { inner: { deep: 9 } } },
      'match.inner.deep',
      { match: { issuer: 'i', inner: { deep: 9, deeper: 2 } } },
    ],
    [
      'mask: into an object that the body lacks',
      {},
      'match.inner.deep',
      { match: { issuer: 'i', inner: { deeper: 2 } } },
    ],
    [
      'mask: an object and a field of it',
      { match: { issuer: 'j' } },
      'match.issuer,match',
      { match: { issuer: 'j' } },
    ],
    [
      'mask: snake_case',
      { match: { issuerPattern: 'p' } },
      'match.issuer_pattern',
      { match: { issuerPattern: 'p', inner } },
    ],
    [
      'mask: one of a oneof does not clear what the mask names',
      { match: { issuerPattern: 'p' } },
      'match.issuer,match.issuerPattern',
      { match: { issuerPattern: 'p', inner } },
    ],
    [
      'mask: both of a oneof, one of them by its object, are told apart elsewhere',
      { match: { issuer: 'j', issuerPattern: 'p' } },
      'match.issuer,match',
      { match: { issuer: 'j', issuerPattern: 'p' } },
    ],
    ['mask: clearing one of a oneof leaves the other', {}, 'match.issuerPattern', {}],
    ['an empty mask: the keys of the body', { name: 'new' }, '', { name: 'new' }],
    [
      'mask: * is every field',
      { name: 'new', match: {} },
      '*',
      { name: 'new', tags: undefined, labels: undefined, match: {} },
    ],
    [
      'mask: * beside a field is every field',
      { name: 'new' },
      'name,*',
      { name: 'new', tags: undefined, labels: undefined, match: undefined },
    ],
  ])('%s', (_, body, mask, changes) => {
    const expected = { name, tags, labels, match: { issuer: 'i', inner }, ...changes };
    const present = Object.entries(expected).filter(([, value]) => value !== undefined);
    expect(update(body, mask)).toEqual(Object.fromEntries(present));
  });

  it.each([
    'nmae',
    'name.x',
    'tags.0',
    'labels.x',
    'match.nothing',
    'match.inner.deep.x',
    '.',
    'name.',
    '.name',
    'uid',
    '__proto__',
    'constructor',
    'match.__proto__',
    'match.*',
    '**',
  ])('refuses the mask %s', (mask) => {
    expect(() => changedPaths(`name,${mask}`, {}, FIELDS)).toThrow(
      /^Invalid argument: updateMask: \S+ is not a mutable field$/,
    );
  });

  it('names every wrong path', () => {
    expect(() => changedPaths('a,name,b', {}, FIELDS)).toThrow(
      expect.objectContaining({
        message:
          'Invalid argument: updateMask: a is not a mutable field; updateMask: b is not a mutable field',
      }),
    );
  });
});

it('reads snake_case and camelCase alike', () => {
  const fields = { claimMatch: { issuerPattern: true }, roleUid: true } as const;
  const expected = ['claimMatch.issuerPattern', 'roleUid'];
  expect(changedPaths('claim_match.issuer_pattern,role_uid', {}, fields)).toEqual(expected);
  expect(changedPaths('claimMatch.issuerPattern,roleUid', {}, fields)).toEqual(expected);
});

describe('applyPaths', () => {
  const leaf = fc.constantFrom<JsonValue>('', 'x', 0, null, [], {});
  const body = fc.record(
    {
      name: leaf,
      tags: leaf,
      labels: leaf,
      match: fc.record(
        {
          issuer: leaf,
          issuerPattern: leaf,
          inner: fc.record({ deep: leaf, deeper: leaf }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>;
  const LEAVES = [
    'name',
    'tags',
    'labels',
    'match.issuer',
    'match.issuerPattern',
    'match.inner.deep',
    'match.inner.deeper',
  ];
  const paths = fc.subarray([...LEAVES, 'match', 'match.inner']);

  it('takes each leaf that a path covers from the body, and every other from before', () => {
    fc.assert(
      fc.property(body, body, paths, (before, given, chosen) => {
        const after = applyPaths(before, given, chosen);
        for (const field of LEAVES) {
          const covered = chosen.some((path) => field === path || field.startsWith(`${path}.`));
          expect(valueAt(after, field)).toEqual(valueAt(covered ? given : before, field));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('changes neither of its arguments and shares nothing with them', () => {
    fc.assert(
      fc.property(body, body, paths, (before, given, chosen) => {
        const copies = JSON.stringify([before, given]);
        const after = applyPaths(before, given, chosen, ONEOFS);
        const scramble = (value: JsonValue): void => {
          if (typeof value !== 'object' || value === null) return;
          Object.values(value).forEach(scramble);
          if (Array.isArray(value)) value.push('scrambled');
          else value['scrambled'] = true;
        };
        scramble(after);
        expect(JSON.stringify([before, given])).toBe(copies);
      }),
    );
  });

  it('without a mask leaves what the body does not mention', () => {
    fc.assert(
      fc.property(body, body, (before, given) => {
        const after = applyPaths(before, given, presentPaths(given, FIELDS));
        for (const field of LEAVES) {
          const value = valueAt(given, field);
          expect(valueAt(after, field)).toEqual(
            value === undefined || isEmptyObject(value) ? valueAt(before, field) : value,
          );
        }
      }),
    );
  });

  it('never reaches a prototype', () => {
    const given = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"x":1}}') as JsonObject;
    expect(presentPaths(given, FIELDS)).toEqual([]);
    expect(valueAt({}, '__proto__.polluted')).toBeUndefined();
    expect(valueAt({}, 'constructor.name')).toBeUndefined();
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });
});
