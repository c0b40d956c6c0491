// @module-tag sqlite
import Database from 'better-sqlite3';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { identify } from '#lib/auth/identify.ts';
import { identity } from '#lib/resources/identity.ts';
import { newCall } from '#lib/service/calls/call.ts';
import { listResources } from '#lib/service/verbs/list.ts';
import {
  addIdentities,
  LONG_TEXT,
  NEARLY_IN_IT,
} from '#lib/store/sqlite/reader-threads/test-rows.ts';
import { ReaderThread } from '#lib/store/sqlite/reader-threads/thread.ts';
import { closeDatabase } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';
import { newGroup, personWith } from '../support/people.ts';
import { openSocket } from '../support/raw-http.ts';

const DEADLINE_S = 0.2;
/** Seconds; longer than any search here takes. */
const FAR_S = 600;
/** Rows enough that a search through all exceeds the deadline. */
const IDENTITIES = 6_000;

let slow: string;

it.beforeAll(async () => {
  const group = await newGroup(grove, grove.rootUid);
  addIdentities(file(), group, { count: IDENTITIES, email: LONG_TEXT });
  slow = `/iam/v2beta1/identities?query=${NEARLY_IN_IT}`;
});

const file = () => new Database(config().databaseFile);

/** Read when the database is opened. */
async function endSearchesAfter(searchSeconds: number): Promise<void> {
  Object.assign(config().bounds, { searchSeconds });
  await closeDatabase();
}

/** Repeats a short request. @returns the number of answers. */
async function answersBefore(path: string, end: Promise<unknown>): Promise<number> {
  const over = end.then(() => true);
  for (let answers = 0; ; answers += 1) {
    if (await Promise.race([over, turn(false)])) return answers;
    ok(await grove.get(path));
  }
}

it('ends a search at its deadline, while others are served', async () => {
  await endSearchesAfter(DEADLINE_S);
  const start = performance.now();
  const answer = grove.get(slow);
  const answers = await answersBefore(`/iam/v2beta1/groups/${grove.rootUid}`, answer);
  const took = performance.now() - start;
  const error = failure(await answer, 'DEADLINE_EXCEEDED');
  expect(error.message).toContain('the search took longer than 0.2 s; narrow it down');
  expect(took).toBeGreaterThanOrEqual(DEADLINE_S * 1_000 - 50);
  // On one event loop there would be one answer, and then none until the search ends.
  expect(answers).toBeGreaterThan(2);
});

it('ends a search when its client disconnects', async () => {
  await endSearchesAfter(FAR_S);
  const perform = vi.spyOn(ReaderThread.prototype, 'perform');
  onTestFinished(() => perform.mockRestore());
  const socket = openSocket(grove);
  const head = `Host: localhost\r\nAuthorization: Bearer ${grove.ownerToken}`;
  socket.write(`GET ${slow} HTTP/1.1\r\n${head}\r\n\r\n`);
  await expect.poll(() => perform.mock.results, { interval: 5 }).toHaveLength(1);
  socket.resetAndDestroy();
  await expect(perform.mock.results[0]?.value).rejects.toMatchObject({ status: 'UNAVAILABLE' });
});

it('shows nothing that the caller may no longer see when the search is over', async () => {
  await endSearchesAfter(FAR_S);
  const uid = await newGroup(grove, grove.rootUid);
  addIdentities(file(), uid, { count: 5_000, email: 'someone@example.com' });
  const { token } = await personWith(grove, 'viewer', uid);
  const request = new Request(grove.url, { headers: { authorization: `Bearer ${token}` } });
  const call = await newCall(await identify(request, 'read'));
  const search = () => listResources(identity, call, new Map([['query', ['TY 250']]]));
  expect((await search())['totalCount']).toBe('11');
  const found = search();
  // Committed before the event loop receives the thread's answer.
  file().prepare('DELETE FROM "RoleBinding" WHERE "parent" = ?').run(uid);
  await expect(found).rejects.toMatchObject({ status: 'ABORTED' });
});

it('finds what a long search finds in time, page by page', async () => {
  await endSearchesAfter(FAR_S);
  const uid = await newGroup(grove, grove.rootUid);
  addIdentities(file(), uid, { count: 5_000, email: 'someone@example.com' });
  const names: unknown[] = [];
  for (let token = ''; ;) {
    const search = `query=TY%20250&uidp.descendants_of=${uid}`;
    const path = `/iam/v2beta1/identities?${search}&page_size=4&page_token=${token}`;
    const { identities, nextPageToken, totalCount } = ok(await grove.get(path));
    expect(totalCount).toBe('11');
    names.push(...(identities as { name: unknown }[]).map(({ name }) => name));
    token = String(nextPageToken);
    if (token === '') break;
  }
  expect(names).toHaveLength(11);
});
