/**
 * Sends calls of v2 over v1 and returns v2's answers, so that the same cases test both. Writes go to v1
 * alone. Reads and refused calls go to v2 too, and both answers must agree.
 */
import { expect } from 'vitest';
import { applyPaths, presentPaths } from '#lib/aip/field-mask.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { fieldTree } from '#lib/resources/input.ts';
import { namesOfResource, renamed } from '#lib/transport/v1/names.ts';
import { V1_RESOURCES } from '#lib/transport/v1/resources.ts';
import type { Answer, CallOptions, Json, TestGrove } from './test-grove.ts';
import { asV1, messageAsV1, v1PathOf } from './v1-names.ts';

type Call = TestGrove['call'];

interface Target {
  definition: ResourceDefinition;
  /** '' for the collection. */
  uid: string;
  search: string;
}

const PAGING = /(?:^|&)(?:page_?token|skip|order_?by)=/i;
const PAGE_SIZE = /(?:^|&)page_?size=[^&]*/i;

function targetOf(path: string): Target | undefined {
  const [pathname = '', search = ''] = path.split('?', 2);
  const [, domain, version, collection, ...rest] = pathname.split('/');
  const definition = V1_RESOURCES.find(
    (one) => one.domain === domain && one.collection === collection,
  );
  if (definition === undefined || version !== 'v2beta1') return undefined;
  return { definition, uid: rest.join('/'), search };
}

export function overV1(rest: Call): Call {
  return async (method, path, options = {}) => {
    const target = targetOf(path);
    if (target === undefined || typeof options.body === 'string')
      return rest(method, path, options);
    if (method === 'GET') return read(rest, path, target, options);
    if (target.search !== '' || !isJsonObject(options.body ?? {})) {
      return rest(method, path, options);
    }
    return method === 'PATCH'
      ? update(rest, path, target, options)
      : write(rest, method, path, target, options);
  };
}

/** Removes the field that any other request may change. */
const still = (item: Json): Json => ({ ...item, lastSeenTime: null });

async function read(rest: Call, path: string, target: Target, options: CallOptions) {
  const { uid, search } = target;
  const answer = await rest('GET', path, options);
  if (PAGING.test(search)) return answer;
  const [collection = ''] = path.split('?');
  const filters = search.replace(PAGE_SIZE, '').replace(/^&/, '');
  const asked =
    uid === '' ? `${collection}?${filters}` : `${collection.slice(0, -uid.length - 1)}?id=${uid}`;
  const inV1 = await rest('GET', v1PathOf(asked), options);
  if (answer.status === 200 || uid !== '') expectRead(answer, inV1, target);
  else if (!PAGE_SIZE.test(search)) expectSameFailure(answer, inV1);
  return answer;
}

function expectRead(answer: Answer, inV1: Answer, { definition, uid }: Target): void {
  // Both refuse an invalid uid and a missing token.
  if ([400, 401].includes(answer.status)) return expect(inV1.status).toBe(answer.status);
  expect(inV1.status, inV1.text).toBe(200);
  const items = inV1.body['items'] as Json[];
  const expected =
    uid === ''
      ? (answer.body[definition.collection] as Json[])
      : answer.status === 200
        ? [answer.body]
        : [];
  expect(items.slice(0, expected.length).map(still)).toEqual(asV1(expected).map(still));
  const total = uid === '' ? Number(answer.body['totalCount']) : expected.length;
  expect(items).toHaveLength(total);
}

function expectSameFailure(answer: Answer, inV1: Answer): void {
  const { code, message } = answer.body as { code: number; message: string };
  expect([inV1.status, inV1.body]).toEqual([
    answer.status,
    { code, message: messageAsV1(message) },
  ]);
}

async function write(
  rest: Call,
  method: string,
  path: string,
  { definition }: Target,
  options: CallOptions,
): Promise<Answer> {
  const names = namesOfResource(definition);
  const { body } = options;
  const renamedBody = body === undefined ? {} : { body: renamed(body as JsonObject, names) };
  const inV1 = await rest(method, v1PathOf(path), { ...options, ...renamedBody });
  if (inV1.status === 200) return inV2(inV1, definition);
  const answer = await rest(method, path, options);
  expectSameFailure(answer, inV1);
  return answer;
}

/** Updates as a client of v1 does: reads the resource, changes it, and sends all of it. */
async function update(
  rest: Call,
  path: string,
  { definition }: Target,
  options: CallOptions,
): Promise<Answer> {
  const { input, oneofs } = definition;
  const found = await rest('GET', path);
  if (found.status !== 200 || input === undefined) return rest('PATCH', path, options);
  const given = (options.body ?? {}) as JsonObject;
  const paths = presentPaths(given, fieldTree(input));
  const current = { ...found.body, ...referencesOf(found.body) } as JsonObject;
  const body = { ...given, ...applyPaths(current, given, paths, oneofs) };
  const inV1 = await rest('PUT', v1PathOf(path), {
    ...options,
    body: renamed(body, namesOfResource(definition)),
  });
  if (inV1.status === 200) return inV2(inV1, definition);
  expectSameFailure(await rest('PATCH', `${path}?update_mask=*`, { ...options, body }), inV1);
  return rest('PATCH', path, options);
}

function referencesOf({ identity, role }: Json): Json {
  const uid = (object: unknown) => (object as Json)['uid'];
  return identity === undefined ? {} : { identityUid: uid(identity), roleUid: uid(role) };
}

function inV2(answer: Answer, definition: ResourceDefinition): Answer {
  if (answer.text === '') return answer;
  const body = renamed(answer.body as JsonObject, namesOfResource(definition));
  return { ...answer, body, text: JSON.stringify(body) };
}
