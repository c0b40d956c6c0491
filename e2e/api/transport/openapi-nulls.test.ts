/** The OpenAPI document says of null in a body what the server does with it. */
import { getOption } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import type { FieldViolation } from '#lib/aip/errors.ts';
import { collectionPath } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { CUSTOM_METHODS } from '#lib/transport/methods/custom-methods.ts';
import { randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { readDescription, type ApiDescription } from '../support/api-description.ts';
import { newGroup } from '../support/people.ts';
import { newWorld, type Kind } from '../support/world.ts';

let description: ApiDescription;
let kinds: Kind[];
let group: string;

it.beforeAll(async () => {
  description = readDescription(ok(await grove.get('/openapi.json', { token: null })));
  ({ kinds, group } = await newWorld(grove));
});

type Path = readonly (string | number)[];

/** Each place of the value, and a place that no schema knows. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) =>
    placesIn(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

/** The body with null at the places. A place below another null is not there any more. */
function withNulls(body: Json, places: readonly Path[]): Json {
  const changed = structuredClone(body);
  for (const path of places) {
    let at: unknown = changed;
    for (const key of path.slice(0, -1)) at = (at as Json | null | undefined)?.[key];
    if (typeof at === 'object' && at !== null) Object.assign(at, { [path.at(-1) ?? '']: null });
  }
  return changed;
}

const names = (schema: string) =>
  Object.keys(description.schemas[schema]?.properties ?? {}).map((name): Path => [name]);

/** `group_uid` and `groupUid` */
const plain = (field: string) => field.replaceAll('_', '').toLowerCase();

/** The violations of the nulls in a body. One of two alternatives may be absent, as no schema says. */
async function refused(
  method: string,
  path: string,
  body: Json,
  places: readonly Path[],
): Promise<string[]> {
  const { body: answer } = await grove.call(method, path, { body });
  const nulls = new Set(places.map((place) => plain(place.join('.'))));
  const details = (answer['details'] ?? []) as { fieldViolations?: FieldViolation[] }[];
  return details
    .flatMap(({ fieldViolations = [] }) => fieldViolations)
    .filter(
      ({ field, description: text }) =>
        nulls.has(plain(field)) && !text.startsWith('is required, or '),
    )
    .map(({ field, description: text }) => `${field} ${text}`);
}

async function agrees(method: string, path: string, schema: string, given: Json): Promise<void> {
  const places: Path[] = [...names(schema), ...placesIn(given), ['unheardOf']];
  const bounds = { minLength: 1, maxLength: Math.min(4, places.length) };
  await fc.assert(
    fc.asyncProperty(fc.subarray(places, bounds), async (some) => {
      const body = withNulls(given, some);
      const isDescribed = description.problems(schema, body).length === 0;
      const violations = await refused(method, path, body, some);
      expect({ body, isDescribed, violations }).toEqual({
        body,
        isDescribed: violations.length === 0,
        violations,
      });
    }),
    randomly(25),
  );
}

describe.each(
  RESOURCES.flatMap(({ example, ...definition }) =>
    example === undefined ? [] : [[definition.type, definition, example] as const],
  ),
)('%s', (type, definition, example) => {
  const path = collectionPath(definition);
  const kind = () => kinds.find((one) => one.path === path);

  it('is created of what the document takes', async () => {
    await agrees('POST', `${path}/${group}`, `${type}Input`, { ...example, ...kind()?.create });
  });

  it.runIf(definition.verbs.includes('update'))('is changed by what it takes', async () => {
    const uid =
      kind()?.uid ??
      ok(await grove.post(`${path}/${await newGroup(grove, group)}`, example))['uid'];
    await agrees('PATCH', `${path}/${String(uid)}`, `${type}Patch`, { ...kind()?.update });
  });
});

const CUSTOM = CUSTOM_METHODS.flatMap(({ method }) => {
  const { body, pattern } = getOption(method, http);
  return body === '*' ? [[method.input.name, String(pattern.value)] as const] : [];
});

it.each(CUSTOM)('%s is what the document says', async (schema, path) => {
  const identity = kinds.find((one) => one.path.endsWith('/identities'))?.uid;
  const known: Json = {
    groupUid: grove.rootUid,
    url: 'https://registry.example',
    groupUids: [],
    duration: '60s',
  };
  const required = description.schemas[schema]?.required ?? [];
  const given = Object.fromEntries(required.map((name) => [name, known[name] ?? identity]));
  expect(description.problems(schema, given)).toEqual([]);
  await agrees('POST', path, schema, given);
});
