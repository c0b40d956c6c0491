import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isLost } from '#lib/store/postgres/errors.ts';
import { requirePrimary } from '#lib/store/postgres/primary.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { closeDatabase, openDatabase, verify } from '#lib/store/store.ts';
import { readSettings } from '#lib/store/postgres/settings.ts';
import { until } from '../../support/until.ts';
import { PGBOUNCER } from '../../../scripts/lib/test-programs.mjs';
import { startPgbouncer } from '../../support/pgbouncer.ts';
import type { Pgbouncer } from '../../support/pgbouncer.ts';
import { openRoad, through, type Road } from '../../support/road.ts';
import { rowsIn } from '../support/database.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ask } from './cluster-clients.ts';
import type { Caller } from './cluster-clients.ts';
import { dropDatabases, emptyDatabase } from './databases.ts';

const WRITERS = 5;
const GROUPS_EACH = 6;

let road: Road;
let pooler: Pgbouncer;
let grove: ServerProcess;
let caller: Caller;

beforeAll(async () => {
  if (!existsSync(PGBOUNCER)) return;
  const { pathname, href } = new URL(await emptyDatabase());
  road = await openRoad(href);
  pooler = await startPgbouncer(through(road, href));
  grove = await newServerProcess({ DATABASE_URL: pooler.url(pathname.slice(1)) });
  await grove.start();
  caller = { url: `http://${grove.address}`, token: grove.token };
});

afterAll(async () => {
  if (!existsSync(PGBOUNCER)) return;
  await grove.remove();
  await pooler.remove();
  await road.close();
  await dropDatabases();
});

const list = () => ask(caller, 'GET', `/iam/v2beta1/groups?uidp.children_of=${grove.rootUid}`);
const create = (name: string) =>
  ask(caller, 'POST', `/iam/v2beta1/groups/${grove.rootUid}`, { name });

it.skipIf(!existsSync(PGBOUNCER))(
  'writes and reads through a pooler that gives a connection for each transaction',
  async () => {
    const names = Array.from({ length: WRITERS }, (_, writer) =>
      Array.from({ length: GROUPS_EACH }, (_unused, at) => `group ${writer} ${at}`),
    );
    const write = async (own: readonly string[]) => {
      for (const name of own) {
        expect((await create(name)).status).toBe(200);
        expect((await list()).status).toBe(200);
      }
    };
    await Promise.all(names.map(write));
    const { totalCount } = JSON.parse((await list()).body) as { totalCount: string };
    expect(totalCount).toBe(String(WRITERS * GROUPS_EACH));
  },
);

it.skipIf(!existsSync(PGBOUNCER))(
  'has organizations write beside each other, and alone on the same connections',
  async () => {
    await openDatabase();
    const ownerEmail = 'other@example.com';
    const ownerPassword = 'correct horse battery staple';
    const other = await createOrganization({ name: 'other', ownerEmail, ownerPassword });
    const token = await mintToken(String(other.identity['uid']), 600);
    const write = async (by: Caller, root: string, who: string) => {
      for (let at = 0; at < GROUPS_EACH; at += 1) {
        const name = `beside ${who} ${at}`;
        const claimMatch = { issuer: 'https://people.example.com', subject: name };
        const group = await ask(by, 'POST', `/iam/v2beta1/groups/${root}`, { name });
        const identity = { name, claimMatch };
        const alone = await ask(by, 'POST', `/iam/v2beta1/identities/${root}`, identity);
        expect([group.status, alone.status]).toEqual([200, 200]);
      }
    };
    const otherRoot = String(other.group['uid']);
    await Promise.all([
      write(caller, grove.rootUid, 'one'),
      write(caller, grove.rootUid, 'two'),
      write({ ...caller, token }, otherRoot, 'three'),
      write({ ...caller, token }, otherRoot, 'four'),
    ]);
    expect(await verify()).toEqual([]);
    await closeDatabase();
  },
);

it.skipIf(!existsSync(PGBOUNCER))('continues after the pooler was down', async () => {
  await pooler.end();
  const replies = await Promise.all([list(), create('lost')]);
  for (const { status, headers } of replies) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  await pooler.start();
  await until(async () => expect((await create('found')).status).toBe(200));
  const found = await rowsIn('Group').findMany({ where: { name: { contains: 'o' } } });
  const names = found.map(({ name }) => name);
  expect(names).toContain('found');
  expect(names).not.toContain('lost');
});

it.skipIf(!existsSync(PGBOUNCER))('is not waited for while it has no server', async () => {
  const address = pooler.url(new URL(await emptyDatabase()).pathname.slice(1));
  const client = new pg.Client(readSettings(address).config as pg.ClientConfig);
  await client.connect();
  road.freeze();
  const verdict = await new Promise((resolve) => requirePrimary(() => {})(client, resolve));
  expect(isLost(verdict)).toBe(true);
  await road.close();
  await road.open();
  await client.end();
  await until(async () => expect((await list()).status).toBe(200));
});

it.skipIf(!existsSync(PGBOUNCER))('is recognized, and a server is not taken for one', async () => {
  const isRecognized = async (address: string) => {
    const onPooler = vi.fn();
    const client = new pg.Client(readSettings(address).config as pg.ClientConfig);
    await client.connect();
    await new Promise((resolve) => requirePrimary(onPooler)(client, resolve));
    await client.end();
    return onPooler.mock.calls.length > 0;
  };
  const server = await emptyDatabase();
  expect(await isRecognized(server)).toBe(false);
  expect(await isRecognized(pooler.url(new URL(server).pathname.slice(1)))).toBe(true);
});
