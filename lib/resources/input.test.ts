import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountAssociation } from '#lib/resources/account-association.ts';
import { identity } from '#lib/resources/identity.ts';
import { role } from '#lib/resources/role.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { fieldTree, unknownFields, validate, givenFields } from './input.ts';

const schema = z.strictObject({
  name: z.string(),
  count: z.number().optional(),
  flag: z.boolean().optional(),
  list: z.array(z.string()).optional(),
  map: z.record(z.string(), z.string()).optional(),
  inner: z
    .strictObject({ a: z.string(), deep: z.strictObject({ b: z.string() }).optional() })
    .optional(),
});

/** The violations as `field: description`. */
function problems(body: JsonObject): string[] {
  return validate(schema, body).violations.map(
    ({ field, description }) => `${field}: ${description}`,
  );
}

describe('fieldTree', () => {
  it('goes into objects, not into lists and maps', () => {
    expect(fieldTree(schema)).toEqual({
      name: true,
      count: true,
      flag: true,
      list: true,
      map: true,
      inner: { a: true, deep: { b: true } },
    });
  });
});

describe('validate', () => {
  it('gives the input where all is well', () => {
    expect(validate(schema, { name: 'a' })).toEqual({ input: { name: 'a' }, violations: [] });
  });

  it('tells all that is wrong at once, by the path in the body', () => {
    const body = {
      count: '1',
      flag: 1,
      list: ['a', 2],
      map: { k: 3 },
      inner: { deep: { c: 1 } },
      x: 1,
    };
    expect(problems(body).sort()).toEqual([
      'count: must be a number',
      'flag: must be true or false',
      'inner.a: is required',
      'inner.deep.b: is required',
      'inner.deep.c: is not a field',
      'list.1: must be a string',
      'map.k: must be a string',
      'name: is required',
      'x: is not a field',
    ]);
  });

  it.each([
    [null, 'name: must be a string'],
    [{}, 'name: must be a string'],
    [[], 'name: must be a string'],
    [true, 'name: must be a string'],
  ])('does not take %j for a text', (name, problem) => {
    expect(problems({ name })).toEqual([problem]);
  });

  it('takes no object for a list, nor the reverse', () => {
    expect(problems({ name: 'a', list: {}, map: [], inner: [] })).toEqual([
      'list: must be an array',
      'map: must be an object',
      'inner: must be an object',
    ]);
  });

  it('takes what every object inherits for no field, but for a key of a map', () => {
    expect(problems({ name: 'a', constructor: {}, toString: 1 }).sort()).toEqual([
      'constructor: is not a field',
      'toString: is not a field',
    ]);
    const map = { constructor: 'a', toString: 'b' };
    expect(validate(schema, { name: 'a', map }).input).toEqual({ name: 'a', map });
  });
});

describe('the resources', () => {
  it('tell which capability is none', () => {
    const body = { name: 'a', capabilities: ['groups.list', 'groups.rule'] };
    expect(validate(role.input ?? schema, body).violations).toEqual([
      { field: 'capabilities.1', description: 'is not a capability' },
    ]);
  });

  it('tell both halves of a claim match', () => {
    const of = (claimMatch: JsonObject) =>
      validate(identity.input ?? schema, { name: 'a', claimMatch }).violations.map(
        ({ field }) => field,
      );
    expect(of({})).toEqual(['claimMatch.issuer', 'claimMatch.subject']);
    expect(of({ issuer: 'https://a.example', issuerPattern: '.', subject: 's' })).toEqual([
      'claimMatch.issuer',
      'claimMatch.issuerPattern',
    ]);
    expect(of({ issuerPattern: '.', subject: 's', audience: 'a', audiencePattern: 'b' })).toEqual([
      'claimMatch.audience',
      'claimMatch.audiencePattern',
    ]);
  });

  it('want one account at least', () => {
    const { violations } = validate(accountAssociation.input ?? schema, { name: 'a' });
    expect(violations.map(({ field }) => field)).toEqual(['amazon']);
  });
});

describe('unknownFields', () => {
  it('finds them at any depth, but not in maps', () => {
    const body = { name: 1, x: 1, inner: { a: 1, y: 1, deep: { z: 1 } }, map: { any: 1 } };
    expect(unknownFields(body, fieldTree(schema)).map(({ field }) => field)).toEqual([
      'x',
      'inner.y',
      'inner.deep.z',
    ]);
  });
});

describe('givenFields', () => {
  it('drops what answers have and bodies may carry back', () => {
    const body = { uid: 1, name: 'a', createTime: [], x: 1 };
    expect(givenFields(role, body)).toEqual({ name: 'a', x: 1 });
  });

  it('drops nulls of fields, and keeps others to be refused', () => {
    const claimMatch = { issuer: 'https://a.example', subject: null, claims: { a: null } };
    expect(givenFields(identity, { name: 'a', description: null, claimMatch, x: null })).toEqual({
      name: 'a',
      claimMatch: { issuer: 'https://a.example', claims: { a: null } },
      x: null,
    });
  });
});
