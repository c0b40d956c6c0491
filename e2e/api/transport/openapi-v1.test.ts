import { describe, expect } from 'vitest';
import { config } from '#lib/config.ts';
import { namesOfResource, renamed } from '#lib/transport/v1/names.ts';
import { V1_RESOURCES, v1Path, v1VerbsOf } from '#lib/transport/v1/resources.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { collectionPath } from '#lib/resources/define.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { brokenRules, readDescription } from '../support/api-description.ts';
import type { ApiDescription } from '../support/api-description.ts';
import { newWorld } from '../support/world.ts';
import type { Kind } from '../support/world.ts';

interface Operation {
  operationId: string;
  description: string;
  deprecated?: boolean;
  parameters: { name?: string; $ref?: string }[];
  responses: Record<string, unknown>;
}

type Paths = Record<string, Record<string, Operation>>;
let document: Json;
let schemas: ApiDescription['schemas'];
let problems: ApiDescription['problems'];
let kinds: Kind[];
let world: string;

it.beforeAll(async () => {
  document = ok(await grove.get('/openapi-v1.json', { token: null }));
  ({ schemas, problems } = readDescription(document));
  ({ group: world, kinds } = await newWorld(grove));
});

const paths = () => document['paths'] as Paths;
const operations = () => Object.values(paths()).flatMap((verbs) => Object.values(verbs));

it('keeps the rules of a linter', async () => {
  expect(await brokenRules(document)).toEqual([]);
});

it('has the operations that v1 answers, and no other', () => {
  const expected = V1_RESOURCES.flatMap((definition) =>
    ['', '/{id}'].flatMap((id) =>
      v1VerbsOf(definition, id).map(([method]) => `${method} ${v1Path(definition)}${id}`),
    ),
  );
  const described = Object.entries(paths()).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(expected.sort());
  for (const operation of operations()) expect(operation).not.toHaveProperty('x-grpc');
});

it('knows no name of v2, and describes everything', () => {
  for (const [name, { description, properties }] of Object.entries(schemas)) {
    expect([name, description]).not.toEqual([name, '']);
    for (const [field, value] of Object.entries(properties)) {
      expect([name, field, (value as Json)['description']]).not.toEqual([name, field, undefined]);
      expect(field).not.toMatch(/^uid$|Uids?$|^(?:create|update)Time$/);
    }
  }
  expect(JSON.stringify(document)).not.toMatch(
    /\buids?\b(?!p)|[a-z]Uid\b|createTime|updateTime|updateMask|UpdateMask|page_(?:size|token)/,
  );
});

it('lists take v2’s filters and an id', () => {
  const names = paths()['/iam/v1/roleBindings']?.['get']?.parameters.map(({ name }) => name);
  expect(names).toEqual([
    'id',
    'uidp.descendants_of',
    'uidp.children_of',
    'uidp.ancestors_of',
    'uidp.in_root',
    'uidp.ids',
    'identity',
    'group',
    'role',
    'in_effect',
    'active_at',
    'expires_until',
    'expired',
    'query',
  ]);
});

describe.each(V1_RESOURCES.map((definition) => [definition.type, definition] as const))(
  '%s',
  (type, definition) => {
    const names = namesOfResource(definition);
    const path = v1Path(definition);
    const list = () => (paths()[path]?.['get']?.operationId ?? '') + 'Response';

    it('matches real responses, and its bodies are taken', async () => {
      const kind = kinds.find((one) => one.path === collectionPath(definition));
      if (kind === undefined) throw new Error(`the world has no ${type}`);
      const all = ok(await grove.get(path));
      expect(problems(list(), all)).toEqual([]);
      const { items } = ok(await grove.get(`${path}?id=${kind.uid}`)) as { items: Json[] };
      expect(items.map((item) => problems(type, item))).toEqual([[]]);
      if (kind.create === undefined) return;
      const body = renamed(kind.create as JsonObject, names);
      expect(problems(`${type}Input`, body)).toEqual([]);
      const made = ok(await grove.post(`${path}/${kind.parent ?? world}`, body));
      expect(problems(type, made)).toEqual([]);
      if (!definition.verbs.includes('update')) return;
      expect(problems(`${type}Update`, items[0])).toEqual([]);
      const replaced = ok(await grove.call('PUT', `${path}/${kind.uid}`, { body: items[0] }));
      expect(problems(type, replaced)).toEqual([]);
    });
  },
);

it('has valid examples, and matches real errors', async () => {
  for (const { type, input, example, ...definition } of V1_RESOURCES) {
    if (input === undefined || example === undefined) continue;
    const names = namesOfResource({ type, input, ...definition });
    expect([type, problems(`${type}Input`, renamed(example, names))]).toEqual([type, []]);
  }
  type Content = { content: Record<string, { examples: Record<string, { value: unknown }> }> };
  const { responses } = document['components'] as { responses: Record<string, Content> };
  const examples = Object.values(responses).flatMap(({ content }) =>
    Object.values(content['application/json']?.examples ?? {}),
  );
  expect(examples.length).toBeGreaterThan(8);
  const answers = [
    await grove.post(`/iam/v1/groups/${grove.rootUid}`, { name: 'No!' }),
    await grove.get('/iam/v1/groups', { token: null }),
    await grove.call('PUT', `/iam/v1/groups/${grove.rootUid}/0123456789abcdef`, { body: {} }),
    await grove.call('PATCH', '/iam/v1/groups'),
    await grove.del(`/iam/v1/groups/${grove.rootUid}`),
  ];
  const errors = [...examples.map(({ value }) => value), ...answers.map(({ body }) => body)];
  expect(errors.map((error) => problems('Error', error))).toEqual(errors.map(() => []));
});

it('says from when on v1 is deprecated, and is gone with it', async () => {
  const { v1 } = config();
  const deprecatedAt = async (deprecation: Date | undefined) => {
    Object.assign(config(), { v1: { ...v1, deprecation } });
    const inV1 = ok(await grove.get('/openapi-v1.json', { token: null })) as { paths: Paths };
    return inV1.paths['/iam/v1/groups']?.['get']?.deprecated;
  };
  expect(await deprecatedAt(undefined)).toBe(undefined);
  expect(await deprecatedAt(new Date(Date.now() + 60_000))).toBe(undefined);
  expect(await deprecatedAt(new Date(0))).toBe(true);
  Object.assign(config(), { v1: { ...v1, isOffered: false } });
  const gone = await grove.get('/openapi-v1.json', { token: null });
  Object.assign(config(), { v1 });
  expect(gone.status).toBe(405);
  expect(gone.body['message']).toBe('Not implemented: v1 is switched off here; use /openapi.json');
});
