// @module-tag many-runs
/** One corpus of requests over every transport. All must answer the same. */
import { afterAll, describe, expect } from 'vitest';
import { collectionPath } from '#lib/resources/define.ts';
import { grove, withDns } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import type { Ask } from './equivalence/asks.ts';
import { caseOf, CASE_NAMES, changes } from './equivalence/cases.ts';
import type { CaseName } from './equivalence/cases.ts';
import { CUSTOM } from './equivalence/custom.ts';
import { differenceOf, isAsked, transportsOf } from './equivalence/differences.ts';
import { goodMessage, ownMessage, targetOf } from './equivalence/good-messages.ts';
import { OPERATIONS } from './equivalence/operations.ts';
import type { Operation } from './equivalence/operations.ts';
import { asV1Says } from './equivalence/over-v1.ts';
import type { Answer } from './equivalence/answer.ts';
import { withoutRaw } from './equivalence/answer.ts';
import { comparable } from './equivalence/comparable.ts';
import { openTransports } from './equivalence/transports.ts';
import type { Send } from './equivalence/send.ts';
import { startWorld } from './equivalence/world.ts';
import type { World } from './equivalence/world.ts';

const it = withDns({ GROVE_RATE_LIMITS_OFF: '1', GROVE_SYSTEM_VIEWERS: 'owners' });

let world: World;
let transports: ReadonlyMap<string, Send>;
let close: () => void;

it.beforeAll(async () => {
  world = await startWorld(grove);
  ({ transports, close } = openTransports(grove));
});

afterAll(() => {
  close();
  world.stop();
});

const named = OPERATIONS.map((operation) => [operation.method.name, operation] as const);

type Answers = ReadonlyMap<string, Answer>;

const transportsFor = (operation: Operation, name: CaseName) =>
  [...transports].filter(([transport]) => isAsked(operation, name, transport));

/** The answer to a request that changes a resource of its own, and the stored row afterwards. */
async function change(
  operation: Operation,
  name: CaseName,
  send: Send,
): Promise<Answer | undefined> {
  const message = await ownMessage(operation, world);
  const ask = caseOf(name).ask({ operation, message, token: grove.ownerToken }, world);
  const answer = await send(ask);
  const uid = targetOf(operation, ask.message, answer?.body ?? { uid: answer?.raw?.['id'] });
  const stored = await takeOut(operation, uid);
  return answer && comparable({ ...answer, stored }, operation, uid);
}

/** The resource of the uid as it is stored, which is then deleted. */
async function takeOut({ definition }: Operation, uid: string): Promise<Json | undefined> {
  if (definition === undefined || uid === '') return undefined;
  const path = `${collectionPath(definition)}/${uid}`;
  const { status, body } = await grove.get(path);
  if (status !== 200) return { code: body['code'] };
  // One that waits would stand in the way of the next one.
  const withdrawn = `${collectionPath(definition)}:withdraw`;
  if (definition.type === 'AccessRequest') ok(await grove.post(withdrawn, { uid }));
  else okEmpty(await grove.del(path));
  return body;
}

/** The answers to a request that changes nothing, the same for every transport. */
async function answersTo(good: Ask, name: CaseName): Promise<Answers> {
  const ask = caseOf(name).ask(good, world);
  const sent = transportsFor(good.operation, name).map(
    async ([transport, send]) => [transport, await send(ask)] as const,
  );
  const answers = (await Promise.all(sent)).flatMap(([transport, answer]) =>
    answer === undefined ? [] : [[transport, comparable(answer, good.operation)] as const],
  );
  return new Map(answers);
}

/** The answers to requests that each change a resource of their own, one after the other. */
async function changesBy(operation: Operation, name: CaseName): Promise<Answers> {
  const answers = new Map<string, Answer>();
  for (const [transport, send] of transportsFor(operation, name)) {
    const answer = await change(operation, name, send);
    if (answer !== undefined) answers.set(transport, answer);
  }
  return answers;
}

function expectSame(operation: Operation, name: CaseName, answers: Answers): void {
  const { REST: rest, ...others } = Object.fromEntries(answers);
  if (rest === undefined) throw new Error('REST can send everything');
  expect.soft(caseOf(name).outcomes, `${name}: ${rest.message}`).toContain(rest.code);
  for (const [transport, answer] of Object.entries(others)) {
    const expected = transport === 'v1' ? asV1Says(operation, rest) : withoutRaw(rest);
    const difference = differenceOf(operation, name, transport);
    const label = `${name} over ${transport}`;
    if (difference === undefined) expect.soft(answer, label).toEqual(expected);
    else {
      const { why, code = rest.code } = difference;
      expect.soft(answer.code, `${label}: ${why}`).toBe(code);
      expect.soft(answer, `${label} is no difference any more`).not.toEqual(expected);
    }
  }
}

const casesOf = (operation: Operation) =>
  CASE_NAMES.filter((name) => caseOf(name).applies(operation));

/** No message describes the file, so that only REST has these. */
const FILES = ['ExportAdvisories', 'ImportAdvisories'];

/** A second path of an operation: without a parent. */
const SECOND = ['CreateGroupAtRoot'];

/** Tests of their own read these. */
const STREAMS = ['WatchEvents'];

const READ: CaseName[] = ['good', 'no token', 'bad token', 'unknown field'];
const ABOUT: CaseName[] = ['absent resource', 'bad uid'];
const BODY: CaseName[] = ['wrong values', 'wrong type', 'NUL', 'huge value', 'too large'];
const WRITE: CaseName[] = [...READ, 'missing right', ...ABOUT, ...BODY];
const MASK: CaseName[] = ['bad mask', 'empty mask'];

/** The cases of each kind of operation. */
const WAYS: Record<string, readonly CaseName[]> = {
  list: [
    ...READ,
    ...ABOUT,
    'nothing to see',
    'sorted page',
    'bad page token',
    'bad page size',
    'bad skip',
    'bad order',
    'bad filter',
    'huge filter',
  ],
  get: [...READ, 'missing right', ...ABOUT],
  create: WRITE,
  update: [...WRITE, ...MASK, 'no mask', 'null fields', 'stale etag'],
  delete: [...READ, 'missing right', ...ABOUT, 'stale etag'],
  'custom GET': [...READ, 'missing right', ...ABOUT],
  'custom POST': WRITE,
  ListOwnAccess: [...READ, 'nothing to see'],
  ListParentGroups: [...READ, 'nothing to see', 'wrong values'],
  CreateGroup: [...WRITE, 'no parent'],
  ListAccessOffers: [...READ, 'nothing to see', ...ABOUT],
  CreateAccessRequest: WRITE.filter((name) => name !== 'missing right'),
  UpdatePolicy: [...WRITE, ...MASK, 'stale etag'],
  SummarizeSystem: [...READ, 'missing right'],
};

describe('the corpus', () => {
  it('has every operation that the description of the API has', async () => {
    const { paths } = ok(await grove.get('/openapi.json')) as { paths: Record<string, Json> };
    // Signing in has one transport.
    const described = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/auth/'))
      .flatMap(([, verbs]) =>
        Object.values(verbs).map((operation) => (operation as Json)['operationId']),
      );
    const known = OPERATIONS.map(({ method }) => method.name);
    const names = new Set([...known, ...FILES, ...SECOND, ...STREAMS]);
    expect([...new Set(described)].sort()).toEqual([...names].sort());
  });

  it('has a good request for each operation, and none for others', () => {
    const custom = OPERATIONS.filter(({ verb }) => verb === 'custom');
    expect(Object.keys(CUSTOM).sort()).toEqual(custom.map(({ method }) => method.name).sort());
  });

  it.each(named)('asks %s in all ways', (name, operation) => {
    const { verb, rest } = operation;
    const ways = WAYS[name] ?? WAYS[verb === 'custom' ? `custom ${rest.method}` : verb] ?? [];
    expect(casesOf(operation).sort()).toEqual([...ways].sort());
  });
});

it.each(named)('%s says the same over every transport', async (_, operation) => {
  const good = {
    operation,
    message: await goodMessage(operation, world),
    token: grove.ownerToken,
  };
  for (const name of casesOf(operation)) {
    const isChange = changes(operation, name);
    const answers = isChange ? await changesBy(operation, name) : await answersTo(good, name);
    const asked = transportsOf(operation, name).filter((one) => isAsked(operation, name, one));
    expect.soft([...answers.keys()], name).toEqual(asked);
    expectSame(operation, name, answers);
  }
});
