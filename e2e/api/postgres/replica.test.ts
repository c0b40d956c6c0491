import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { closeDatabase } from '#lib/store/store.ts';
import { until } from '../../support/until.ts';
import { freePort } from '../../support/free-port.ts';
import { startPostgres } from '../../support/postgres.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { roleUidOf } from '../support/people.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ask } from './cluster-clients.ts';
import type { Caller } from './cluster-clients.ts';
import { onServer } from './databases.ts';

const GROUPS = '/iam/v2beta1/groups';
const IDENTITIES = '/iam/v2beta1/identities';
const BINDINGS = '/iam/v2beta1/roleBindings';

let primary: PostgresServer;
let standby: PostgresServer;
let onStandby: pg.Client;
let first: ServerProcess;
let second: Awaited<ReturnType<ServerProcess['beside']>>;
let metrics: number;
let one: Caller;
let other: Caller;

beforeAll(async () => {
  primary = await startPostgres({ isDurable: true });
  await onServer('CREATE DATABASE grove', primary.url('postgres'));
  standby = await startPostgres({ isDurable: true, primary: primary.url('postgres') });
  onStandby = new pg.Client(standby.url('postgres'));
  await onStandby.connect();
  first = await newServerProcess({
    DATABASE_URL: primary.url('grove'),
    DATABASE_REPLICA_URL: standby.url('grove'),
  });
  metrics = await freePort();
  second = await first.beside({ GROVE_METRICS_PORT: String(metrics) });
  await Promise.all([first.start(), second.start()]);
  one = { url: `http://${first.address}`, token: first.token };
  other = { url: `http://${second.address}`, token: first.token };
});

afterAll(async () => {
  await first.remove();
  await onStandby.end();
  await standby.stop();
  await primary.stop();
});

async function made(caller: Caller, path: string, body: object): Promise<string> {
  const reply = await ask(caller, 'POST', path, body);
  expect(reply.status, reply.body).toBe(200);
  return String((JSON.parse(reply.body) as { uid: string }).uid);
}

const create = (caller: Caller, name: string) =>
  made(caller, `${GROUPS}/${first.rootUid}`, { name });

async function namesFor(caller: Caller): Promise<string[]> {
  const path = `${GROUPS}?uidp.children_of=${first.rootUid}&order_by=create_time%20desc&page_size=5`;
  const reply = await ask(caller, 'GET', path);
  expect(reply.status, reply.body).toBe(200);
  return (JSON.parse(reply.body) as { groups: { name: string }[] }).groups.map(({ name }) => name);
}

/** A count of the second Grove. */
async function count(name: string): Promise<number> {
  const reply = await ask({ url: `http://127.0.0.1:${metrics}`, token: '' }, 'GET', '/metrics');
  const line = reply.body.split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

async function whilePaused(work: () => Promise<void>): Promise<void> {
  await onStandby.query('SELECT pg_wal_replay_pause()');
  try {
    await work();
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
  }
}

/** Until the standby has come as far as the primary. */
async function caughtUp(): Promise<void> {
  const now = await onServer('SELECT pg_current_wal_flush_lsn() AS at', primary.url('postgres'));
  const { at } = now.rows[0] as { at: string };
  let isThere = false;
  while (!isThere) {
    const { rows } = await onStandby.query<{ there: boolean }>(
      'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS there',
      [at],
    );
    isThere = rows[0]?.there === true;
  }
}

/**
 * The result of `work` once the standby has answered all of its lists. Grove writes by itself now and
 * then, and the standby may come a moment later.
 */
const fromStandby = <T>(lists: number, work: () => Promise<T>): Promise<T> =>
  until(async () => {
    await caughtUp();
    const before = await count('grove_replica_reads_total');
    const result = await work();
    expect(await count('grove_replica_reads_total')).toBe(before + lists);
    return result;
  });

it('lists on one Grove what was written through another, at once', async () => {
  for (let round = 0; round < 20; round += 1) {
    const name = `at once ${round}`;
    await create(one, name);
    const lists = await Promise.all([namesFor(other), namesFor(one)]);
    expect(lists.map(([newest]) => newest)).toEqual([name, name]);
  }
  await fromStandby(1, () => namesFor(other));
});

it('lists what is there while the standby lags, and counts that', async () => {
  await whilePaused(async () => {
    await create(one, 'while it lags');
    const before = await count('grove_replica_behind_total');
    expect((await namesFor(other))[0]).toBe('while it lags');
    expect(await count('grove_replica_behind_total')).toBe(before + 1);
    expect((await ask(other, 'GET', '/readyz')).status).toBe(200);
  });
});

it('gives and takes access at once, however far the standby lags', async () => {
  const identity = await made(one, `${IDENTITIES}/${first.rootUid}`, {
    name: 'guest',
    claimMatch: { issuer: 'https://people.example.com', subject: 'guest' },
  });
  const token = await mintToken(identity, 600);
  await closeDatabase();
  const bind = () =>
    made(one, `${BINDINGS}/${first.rootUid}`, {
      identityUid: identity,
      roleUid: roleUidOf('viewer'),
    });
  const seen = async (caller: Caller) => (await namesFor({ ...caller, token })).length > 0;
  const both = () => Promise.all([one, other].map(seen));
  const binding = await bind();
  await caughtUp();
  expect(await both()).toEqual([true, true]);
  await whilePaused(async () => {
    // The standby still has the binding.
    expect((await ask(one, 'DELETE', `${BINDINGS}/${binding}`)).status).toBe(200);
    expect(await both()).toEqual([false, false]);
    await bind();
    expect(await both()).toEqual([true, true]);
  });
});

it('answers every list of every kind as the primary does, to the byte', async () => {
  const paths = [
    `${GROUPS}?page_size=100`,
    `${GROUPS}?name=at%20once%203`,
    `${GROUPS}?query=once&order_by=name&page_size=100`,
    `${GROUPS}?uidp.descendants_of=${first.rootUid}&skip=2&page_size=100`,
    `${IDENTITIES}?uidp.in_root=true`,
    `${BINDINGS}?page_size=100`,
    '/iam/v2beta1/roles?page_size=100',
    '/registry/v2beta1/repos',
    '/vulnerabilities/v2beta1/advisories',
  ];
  const answers = () =>
    Promise.all(
      paths.map(async (path) => {
        const { status, body } = await ask(other, 'GET', path);
        return [path, status, body];
      }),
    );
  const read = await fromStandby(paths.length, answers);
  await whilePaused(async () => {
    const group = await create(one, 'soon gone');
    expect((await ask(one, 'DELETE', `${GROUPS}/${group}`)).status).toBe(200);
    const behind = await count('grove_replica_behind_total');
    expect(await answers()).toEqual(read);
    expect(await count('grove_replica_behind_total')).toBe(behind + paths.length);
  });
  expect(read.map(([, status]) => status)).toEqual(paths.map(() => 200));
});
