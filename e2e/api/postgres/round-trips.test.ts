import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startGrove } from '../harness.ts';
import type { TestGrove } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { query } from '../support/database.ts';
import { bind, newGroup, personWith } from '../support/people.ts';

const REVISION = 'SELECT "value" FROM "AccessRevision"';

let grove: TestGrove;

beforeAll(async () => {
  grove = await startGrove();
  for (let count = 0; count < 3; count += 1) await newGroup(grove, grove.rootUid);
});

afterAll(() => grove.stop());

afterEach(() => vi.restoreAllMocks());

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

const textOf = (query: unknown) =>
  typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'));

/** Runs all statements of the process through `step`. */
function intercept(step: (text: string, send: () => Promise<unknown>) => Promise<unknown>): void {
  const real: Query = Reflect.get(pg.Client.prototype, 'query');
  const watched: Query = function (this: pg.Client, ...args) {
    return step(textOf(args[0]), () => real.apply(this, args));
  };
  // Its types know the callback form alone.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(watched as never);
}

/** How often a request waits for the database: what is sent while it waits comes along. */
async function waits(request: () => Promise<unknown>): Promise<number> {
  let open = 0;
  let begun = 0;
  intercept(async (text, send) => {
    // Nobody waits for the end of a snapshot.
    if (text === 'COMMIT') return send();
    if (open === 0) begun += 1;
    open += 1;
    try {
      return await send();
    } finally {
      open -= 1;
    }
  });
  await request();
  vi.restoreAllMocks();
  return begun;
}

/** The fewest, because the process may ask something for itself meanwhile. */
async function fewest(path: string, token = grove.ownerToken): Promise<number> {
  const request = async () => ok(await grove.get(path, { token }));
  await request();
  const counted: number[] = [];
  for (let time = 0; time < 5; time += 1) counted.push(await waits(request));
  return Math.min(...counted);
}

const GROUPS = '/iam/v2beta1/groups';
const below = () => `${GROUPS}?uidp.descendants_of=${grove.rootUid}`;
const children = () => `${GROUPS}?uidp.children_of=${grove.rootUid}`;

it.each([
  ['a row by its uid', () => `${GROUPS}/${grove.rootUid}`],
  ['everything below a group', below],
  ['everything below a group by name', () => `${below()}&order_by=name`],
  ['a page that skips some', () => `${below()}&order_by=created_at%20desc&skip=1`],
  ['the children of a group', children],
  ['the children of a group by name', () => `${children()}&order_by=name%20desc`],
])('reads %s with two round trips to the database', async (_what, path) => {
  expect(await fewest(path())).toBe(2);
});

it.each([
  ['everything', () => ''],
  ['everything by name', () => '&order_by=name'],
  ['the children of one of them', (group: string) => `&uidp.children_of=${group}`],
])('reads %s of a caller of several groups with two, page after page', async (_what, more) => {
  const groups = [await newGroup(grove, grove.rootUid), await newGroup(grove, grove.rootUid)];
  const [one = '', other = ''] = groups;
  const { uid, token } = await personWith(grove, 'viewer', one);
  await bind(grove, other, uid, 'viewer');
  // One of the groups has a ranking, and the other one too few rows for that.
  for (let count = 0; count < 65; count += 1) await newGroup(grove, one);
  await newGroup(grove, other);
  const first = `${GROUPS}?page_size=40${more(one)}`;
  expect(await fewest(first, token)).toBe(2);
  const { nextPageToken } = ok(await grove.get(first, { token }));
  expect(await fewest(`${first}&page_token=${String(nextPageToken)}`, token)).toBe(2);
});

it('shows nothing to a caller who loses access between the first question and the rows', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const person = await personWith(grove, 'viewer', group);
  const list = () =>
    grove.get(`/iam/v2beta1/groups?uidp.descendants_of=${group}`, { token: person.token });
  ok(await list());
  let isRevoked = false;
  intercept(async (text, send) => {
    const answer = await send();
    if (text === REVISION && !isRevoked) {
      isRevoked = true;
      // As another process does.
      await query('DELETE FROM "RoleBinding" WHERE "identityUid" = ?', person.uid);
    }
    return answer;
  });
  failure(await list(), 'ABORTED');
  expect(isRevoked).toBe(true);
});
