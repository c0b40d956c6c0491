// @module-tag many-runs
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { isJsonObject } from '#lib/aip/json.ts';
import { rowsIn } from '../support/database.ts';
import { assertUntil, randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { newGroup, newPerson } from '../support/people.ts';
import { flatten, INVALID, nest, shown, updated } from './mask-model.ts';
import type { Flat, Leaf, Shape } from './mask-model.ts';
import { shapes } from './mask-shapes.ts';

let people: string[] = [];

it.beforeAll(async () => {
  people = [(await newPerson(grove)).uid, (await newPerson(grove)).uid];
});

interface Update {
  body: Flat;
  mask?: string[];
  snake: boolean;
}

function updates({ leaves }: Shape): fc.Arbitrary<Update[]> {
  const paths = leaves.map(({ path }) => path);
  const objects = paths.flatMap((path) => (path.includes('.') ? [path.split('.')[0] ?? ''] : []));
  const entry = ({ path, values }: Leaf) =>
    fc
      .option(fc.constantFrom(...values), { nil: undefined })
      .map((value) => [path, value] as const);
  const body = fc
    .tuple(...leaves.map(entry))
    .map((entries) => new Map<string, unknown>(entries.filter(([, value]) => value !== undefined)));
  const fields = [...new Set([...paths, ...objects])];
  const some = fc.subarray(fields, { minLength: 1, maxLength: Math.min(4, fields.length) });
  const all = fc.constant<string[]>(['*']);
  const mask = fc.option(fc.oneof({ weight: 6, arbitrary: some }, { weight: 1, arbitrary: all }), {
    nil: undefined,
  });
  return fc.array(fc.record({ body, mask, snake: fc.boolean() }), { minLength: 3, maxLength: 10 });
}

/** The first of each required leaf, and of each pair. */
function firstBody({ leaves, oneofs = [] }: Shape): Json {
  const others = new Set(oneofs.map(([, other]) => other));
  const flat = leaves
    .filter(({ path }) => !others.has(path))
    .map(({ path, values }) => [path, values[0]] as const);
  return nest(new Map(flat));
}

/** The response of a binding contains the resources that it refers to instead of their uids. */
function resourceOf(collection: string, answer: Json): Json {
  if (collection !== 'roleBindings') return answer;
  const { identity, role } = answer as Record<string, Json>;
  return { identityUid: identity?.['uid'], roleUid: role?.['uid'] };
}

const isEmptyMap = (value: unknown) => isJsonObject(value) && Object.keys(value).length === 0;

const snakeCase = (path: string) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Applied {
  /** The resource afterwards. */
  after: Answer;
  outcome: typeof INVALID | 'same' | 'changed';
}

async function apply(
  shape: Shape,
  before: Answer,
  { body, mask, snake }: Update,
): Promise<Applied> {
  const path = `/iam/v2beta1/${shape.collection}/${String(before.body['uid'])}`;
  const current = flatten(shape, resourceOf(shape.collection, before.body));
  // An object of the body without leaves counts as absent, and so does an empty map without a mask.
  const leaves = [...body].filter(([, value]) => mask !== undefined || !isEmptyMap(value));
  const given = flatten(shape, nest(new Map(leaves)));
  const next = updated(shape, current, given, mask);
  const query =
    mask === undefined
      ? ''
      : `?${snake ? 'update_mask' : 'updateMask'}=${mask.map(snake ? snakeCase : String).join()}`;
  const answer = await grove.patch(path + query, nest(body));
  const after = await grove.get(path);
  const label = JSON.stringify([shape.collection, [...current], nest(body), mask, answer.body]);
  if (next === INVALID) {
    expect([answer.status, answer.body['code']], label).toEqual([400, 3]);
    expect(after.body, label).toEqual(before.body);
    return { after, outcome: INVALID };
  }
  expect(answer.status, label).toBe(200);
  const result = flatten(shape, resourceOf(shape.collection, answer.body));
  const expected = shown(shape, next);
  expect(Object.fromEntries(result), label).toEqual(Object.fromEntries(expected));
  expect(after.body, label).toEqual(answer.body);
  expect(after.headers.get('etag'), label).toBe(answer.headers.get('etag'));
  const same = JSON.stringify([...current].toSorted()) === JSON.stringify([...expected].toSorted());
  expect(after.headers.get('etag') === before.headers.get('etag'), label).toBe(same);
  expect(same ? after.body : {}, label).toEqual(same ? before.body : {});
  return { after, outcome: same ? 'same' : 'changed' };
}

/** Updates that change nothing, and updates that would clear a required field. */
const ALWAYS: Update[] = [
  { body: new Map(), snake: false },
  { body: new Map(), mask: ['*'], snake: false },
];

describe.each(shapes([]).map(({ collection }, index) => [collection, index] as const))(
  '%s',
  (collection, index) => {
    it('change as a model of the contract says, and not at all where they must not', async () => {
      const met = new Set<string>();
      const shape = shapes(people)[index] as Shape;
      await assertUntil(
        fc.asyncProperty(updates(shape), async (all) => {
          const group = await newGroup(grove, grove.rootUid);
          const made = await grove.post(`/iam/v2beta1/${collection}/${group}`, firstBody(shape));
          expect(made.status, made.text).toBe(200);
          let answer = made;
          for (const update of [...all, ...ALWAYS]) {
            const { after, outcome } = await apply(shape, answer, update);
            met.add(outcome);
            answer = after;
          }
        }),
        randomly(2),
        () => met.size === 3,
      );
      expect([...met].sort()).toEqual([INVALID, 'changed', 'same'].sort());
    });
  },
);

describe('the secret of an identity provider', () => {
  const secretOf = async (uid: unknown) =>
    (await rowsIn('IdentityProvider').findOnly({ where: { uid: String(uid) } })).clientSecret;

  it.each([
    ['description', { description: 'x' }, 'kept'],
    ['oidc', { oidc: { issuer: 'https://a.example', clientId: 'd' } }, 'kept'],
    ['*', { name: 'x', oidc: { issuer: 'https://a.example', clientId: 'c' } }, 'kept'],
    [undefined, { oidc: { clientId: 'd' } }, 'kept'],
    ['oidc.clientId', { oidc: { clientId: 'd', clientSecret: 'new' } }, 'kept'],
    [undefined, { oidc: { clientSecret: 'new' } }, 'changed'],
    ['oidc.clientSecret', { oidc: { clientSecret: 'new' } }, 'changed'],
    [
      'oidc',
      { oidc: { issuer: 'https://a.example', clientId: 'c', clientSecret: 'new' } },
      'changed',
    ],
    ['oidc', { oidc: { issuer: 'https://b.example', clientId: 'c' } }, 'refused'],
    ['*', { name: 'x', oidc: { issuer: 'https://b.example', clientId: 'c' } }, 'refused'],
    [undefined, { oidc: { issuer: 'https://b.example' } }, 'refused'],
    ['oidc.clientSecret', {}, 'cleared'],
    ['oidc.client_secret', { oidc: {} }, 'cleared'],
  ])('with the mask %s and %j is %s', async (mask, body, expected) => {
    const group = await newGroup(grove, grove.rootUid);
    const oidc = { issuer: 'https://a.example', clientId: 'c', clientSecret: 'old' };
    const made = await grove.post(`/iam/v2beta1/identityProviders/${group}`, { name: 'n', oidc });
    const { uid } = made.body;
    const before = await secretOf(uid);
    const query = mask === undefined ? '' : `?updateMask=${mask}`;
    const answer = await grove.patch(`/iam/v2beta1/identityProviders/${String(uid)}${query}`, body);
    expect(answer.status, answer.text).toBe(expected === 'refused' ? 400 : 200);
    if (expected === 'refused') return expect(await secretOf(uid)).toBe(before);
    expect(made.text + answer.text).not.toMatch(/clientSecret|"old"|"new"/);
    const after = await secretOf(uid);
    const outcome = after === before ? 'kept' : after === null ? 'cleared' : 'changed';
    expect(outcome).toBe(expected);
  });
});
