// @module-tag many-runs
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { newServerProcess, type ServerProcess } from '../support/server-process.ts';

const KILLS = runs(3);
const PATH = '/hook';

type Server = Awaited<ReturnType<ServerProcess['beside']>>;

let receiver: WebhookReceiver;
let first: ServerProcess;
let both: Server[];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  first = await newServerProcess();
  process.env['GROVE_ALLOW_PRIVATE_WEBHOOKS'] = '127.0.0.0/8';
  both = [first, await first.beside()];
  await Promise.all(both.map((one) => one.start()));
  const webhook = { url: receiver.url + PATH };
  const body = { name: 'all', types: ['grove.iam.group.created.v1'], webhook };
  expect((await post(first, `subscriptions/${first.rootUid}`, body))?.status).toBe(200);
});

afterAll(async () => {
  delete process.env['GROVE_ALLOW_PRIVATE_WEBHOOKS'];
  await first.remove();
  await receiver.stop();
});

/** @returns the answer; null if the server was gone. */
async function post({ address }: Pick<Server, 'address'>, path: string, body: object) {
  try {
    const response = await fetch(`http://${address}/iam/v2beta1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { uid: string } };
  } catch {
    return null;
  }
}

let made = 0;

/** Makes groups until the signal. @returns the uids of those that were acknowledged. */
async function makeGroups(server: Server, signal: AbortSignal): Promise<string[]> {
  const uids: string[] = [];
  while (!signal.aborted) {
    const answer = await post(server, `groups/${first.rootUid}`, { name: `group ${(made += 1)}` });
    if (answer?.status === 200) uids.push(answer.body.uid);
    else if (answer !== null) expect(answer.status).toBe(503);
  }
  return uids;
}

const subjects = () => receiver.at(PATH).map(({ subject }) => subject);

/** Waits until each group has its event. @returns how often events came. */
async function allArrived(uids: readonly string[]): Promise<number> {
  await until(() => {
    const got = new Set(subjects());
    expect(uids.filter((uid) => !got.has(uid))).toEqual([]);
  });
  return subjects().length;
}

it('one of two processes delivers', async () => {
  const uids: string[] = [];
  for (const server of [...both, ...both, ...both]) {
    uids.push(
      (await post(server, `groups/${first.rootUid}`, { name: `one ${uids.length}` }))?.body.uid ??
        '',
    );
  }
  expect(await allArrived(uids)).toBe(uids.length);
});

it('no event is lost, and repeats have the same id, however often a process is killed', async () => {
  const stop = new AbortController();
  const writers = both.map((server) => makeGroups(server, stop.signal));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = receiver.at(PATH).length;
    const enough = before + 5 + Math.floor(Math.random() * 30);
    await until(() => expect(receiver.at(PATH).length).toBeGreaterThanOrEqual(enough));
    const server = both[kill % 2];
    await server?.end('SIGKILL');
    await server?.start();
  }
  stop.abort();
  const uids = (await Promise.all(writers)).flat();
  expect(uids.length).toBeGreaterThan(KILLS * 5);
  await allArrived(uids);
  const ids = new Map<string, string>();
  for (const { subject, id } of receiver.at(PATH)) {
    expect(ids.get(subject) ?? id).toBe(id);
    ids.set(subject, id);
  }
});
