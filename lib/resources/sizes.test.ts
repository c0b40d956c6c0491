import { expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { policyInput } from '#lib/resources/policy.ts';
import { validate } from './input.ts';
import { atMost } from './sizes.ts';

/** The paths of lists and maps without a bound. */
function unbounded(schema: JsonValue, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => unbounded(one, path));
  if (!isJsonObject(schema)) return [];
  const isMap = isJsonObject(schema['additionalProperties'] ?? false);
  const bound = { array: 'maxItems', object: isMap ? 'maxProperties' : 'type' }[
    String(schema['type'])
  ];
  const own = bound === undefined || bound in schema ? [] : [path];
  const within = Object.entries(schema).filter(([key]) => key !== 'default');
  return [...own, ...within.flatMap(([key, inner]) => unbounded(inner, `${path}.${key}`))];
}

const inputs = RESOURCES.flatMap(({ type, input }) => (input === undefined ? [] : [[type, input]]));

it.each([...inputs, ['Policy', policyInput]] as [string, z.ZodObject][])(
  'bounds every list and map of %s',
  (type, input) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    expect(unbounded(schema as JsonObject, type)).toEqual([]);
  },
);

it('finds what has no bound', () => {
  const input = z.object({ list: z.array(z.string()), map: z.record(z.string(), z.string()) });
  const schema = z.toJSONSchema(input) as JsonObject;
  expect(unbounded(schema, 'X')).toEqual(['X.properties.list', 'X.properties.map']);
});

it('looks at no value of a list or map that has too many', () => {
  let looked = 0;
  const value = z.string().refine(() => (looked += 1) > 0);
  const schema = z.strictObject({
    list: atMost(2, 'names', z.array(value)),
    map: atMost(1, 'clients', z.record(value, value)).optional(),
    name: z.string(),
  });
  const body = { list: ['a', 'b', 'c'], map: { a: '1', b: '2' }, name: 1 };
  expect(validate(schema, body).violations).toEqual([
    { field: 'list', description: 'must have at most 2 names' },
    { field: 'map', description: 'must have at most 1 clients' },
    { field: 'name', description: 'must be a string' },
  ]);
  expect(looked).toBe(0);
  const fine = { list: ['a', 'b'], map: { a: '1' }, name: 'x' };
  expect(validate(schema, fine)).toEqual({ input: fine, violations: [] });
});
