import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { closeDatabase, verify } from '#lib/store/store.ts';
import { HAPROXY } from '../../../scripts/lib/test-programs.mjs';
import { startHaproxy } from '../../support/haproxy.ts';
import type { ProxyProcess } from '../../support/proxy-process.ts';
import { startPostgres } from '../../support/postgres.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { query, rowsIn } from '../support/database.ts';
import { roleUidOf } from '../support/people.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ask, expectKept, goesOn, newSeen, readGroups, writeGroups } from './cluster-clients.ts';
import type { Caller } from './cluster-clients.ts';

const WRITERS = 3;
const READERS = 2;
/** The number of changes of access, each made on one server and checked on the other. */
const ROUNDS = 10;

let postgres: PostgresServer;
let first: ServerProcess;
let second: Awaited<ReturnType<ServerProcess['beside']>>;
let proxy: ProxyProcess;
let through: Caller;

beforeAll(async () => {
  if (!existsSync(HAPROXY)) return;
  postgres = await startPostgres({ isDurable: true });
  const admin = new pg.Client(postgres.url('postgres'));
  await admin.connect();
  await admin.query('CREATE DATABASE grove');
  await admin.end();
  first = await newServerProcess({ DATABASE_URL: postgres.url('grove') });
  second = await first.beside();
  await Promise.all([first.start(), second.start()]);
  proxy = await startHaproxy({ first: first.address, second: second.address });
  through = { url: `http://127.0.0.1:${proxy.port}`, token: first.token };
});

afterAll(async () => {
  if (!existsSync(HAPROXY)) return;
  await proxy.stop();
  await first.remove();
  await postgres.stop();
});

const directly = ({ address }: { address: string }, token = first.token): Caller => {
  return { url: `http://${address}`, token };
};

async function uidOf(caller: Caller, path: string, body: object): Promise<string> {
  const reply = await ask(caller, 'POST', path, body);
  expect(reply.status, reply.body).toBe(200);
  return String((JSON.parse(reply.body) as { uid: string }).uid);
}

/** Changes access on one server. The change applies to the next request on the other. */
async function changeAccess(): Promise<void> {
  const [one, other] = [directly(first), directly(second)];
  const identity = await uidOf(one, `/iam/v2beta1/identities/${first.rootUid}`, {
    name: 'guest',
    claimMatch: { issuer: 'https://people.example.com', subject: 'guest' },
  });
  const role = { identityUid: identity, roleUid: roleUidOf('viewer') };
  const guest = await mintToken(identity, 600);
  await closeDatabase();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [here, there] = round % 2 === 0 ? [one, other] : [other, one];
    const path = `/iam/v2beta1/groups/${first.rootUid}`;
    const asGuest = { ...there, token: guest };
    expect((await ask(asGuest, 'GET', path)).status).toBe(403);
    const binding = await uidOf(here, `/iam/v2beta1/roleBindings/${first.rootUid}`, role);
    expect((await ask(asGuest, 'GET', path)).status).toBe(200);
    const gone = await ask(here, 'DELETE', `/iam/v2beta1/roleBindings/${binding}`);
    expect(gone.status).toBe(200);
  }
}

/** Checks that a server without its database answers UNAVAILABLE and keeps running. */
async function saysUnavailable(server: { address: string }): Promise<void> {
  const caller = directly(server);
  const group = { name: 'nowhere' };
  const replies = await Promise.all([
    ask(caller, 'POST', '/iam/v2beta1/groups', group),
    ask(caller, 'GET', '/iam/v2beta1/groups'),
  ]);
  for (const { status, headers } of replies) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  }
  expect((await ask(caller, 'GET', '/readyz')).status).toBe(503);
  expect((await ask(caller, 'GET', '/healthz')).status).toBe(200);
}

it.skipIf(!existsSync(HAPROXY))(
  'loses no acknowledged write and does none twice, whoever is killed',
  async () => {
    await changeAccess();
    const seen = newSeen();
    const over = new AbortController();
    const clients = [
      ...Array.from({ length: WRITERS }, () =>
        writeGroups(through, first.rootUid, seen, over.signal),
      ),
      ...Array.from({ length: READERS }, () => readGroups(through, seen, over.signal)),
    ];
    const healthy = () => goesOn(seen, 2);
    try {
      await healthy();
      await second.end('SIGKILL');
      await wait(500);
      await second.start();
      await healthy();
      for (const signal of ['SIGKILL', 'SIGINT'] as const) {
        await postgres.end(signal);
        await Promise.all([first, second].map(saysUnavailable));
        await postgres.start();
        await healthy();
      }
    } finally {
      over.abort();
      await Promise.all(clients);
    }
    expect(seen.faults).toEqual([]);

    const groups = await rowsIn('Group').findMany({
      where: { name: { contains: 'in the cluster' } },
    });
    const names = groups.map(({ name }) => name);
    expectKept(seen, names);
    const made = await query<{ resource: string; requestId: string }>(
      `SELECT "resource", "requestId" FROM "AuditEvent"
     WHERE "operation" = 'create' AND "result" = 'OK'`,
    );
    const requests = new Set(made.map(({ requestId }) => requestId));
    expect([...seen.acknowledged.keys()].filter((id) => !requests.has(id))).toEqual([]);
    const of = groups.map(({ uid }) => made.filter(({ resource }) => resource === uid).length);
    expect(of.filter((events) => events !== 1)).toEqual([]);
    expect(await verify()).toEqual([]);
  },
);
