import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { migrate } from '#lib/store/postgres/migrate.ts';
import { closeDatabase } from '#lib/store/store.ts';
import { until } from '../../support/until.ts';
import { HAPROXY } from '../../../scripts/lib/test-programs.mjs';
import { startDatabaseProxy, startHaproxy } from '../../support/haproxy.ts';
import type { ProxyProcess } from '../../support/proxy-process.ts';
import { startPostgres } from '../../support/postgres.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { openRoad, through } from '../../support/road.ts';
import type { Road } from '../../support/road.ts';
import { roleUidOf } from '../support/people.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import {
  ask,
  expectKept,
  goesOn,
  newSeen,
  readGroups,
  readWithoutRole,
  writeGroups,
  type Caller,
} from './cluster-clients.ts';
import { onServer } from './databases.ts';

let primary: PostgresServer;
let standby: PostgresServer;
let databases: ProxyProcess;
let road: Road;
let groves: ProxyProcess;
const IS_STANDBY = 'SELECT WHERE pg_is_in_recovery()';

let first: ServerProcess;
let second: Awaited<ReturnType<ServerProcess['beside']>>;

beforeAll(async () => {
  if (!existsSync(HAPROXY)) return;
  primary = await startPostgres({ isDurable: true });
  const server = primary.url('postgres');
  await onServer('CREATE DATABASE grove', server);
  standby = await startPostgres({ isDurable: true, primary: server });
  // Set only now, so that the standby does not copy the setting.
  await onServer(`ALTER SYSTEM SET synchronous_standby_names = '*'`, server);
  await onServer('SELECT pg_reload_conf()', server);
  await onServer(`ALTER SYSTEM SET wal_retrieve_retry_interval = '100ms'`, standby.url('postgres'));
  await onServer('SELECT pg_reload_conf()', standby.url('postgres'));
  const followers = async () =>
    (await onServer(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`, server)).rowCount;
  await until(async () => {
    if ((await followers()) !== 1) throw new Error('nobody follows yet');
  });
  const hosts = [primary, standby].map((one) => new URL(one.url('grove')).host);
  databases = await startDatabaseProxy(hosts[0] ?? '', hosts[1] ?? '');
  road = await openRoad(`tcp://127.0.0.1:${databases.port}`);
  first = await newServerProcess({
    DATABASE_URL: through(road, primary.url('grove')),
  });
  second = await first.beside();
  await Promise.all([first.start(), second.start()]);
  groves = await startHaproxy({ first: first.address, second: second.address });
});

afterAll(async () => {
  if (!existsSync(HAPROXY)) return;
  await groves.stop();
  await first.remove();
  await road.close();
  await databases.stop();
  await standby.stop();
  await primary.stop();
});

/** The token of a guest whose role at the root was taken away. The standby does not know that yet. */
async function guestWithoutRole(caller: Caller): Promise<string> {
  const at = (path: string) => `/iam/v2beta1/${path}`;
  const uidOf = async (path: string, body: object) => {
    const { body: text } = await ask(caller, 'POST', at(`${path}/${first.rootUid}`), body);
    return String((JSON.parse(text) as { uid: string }).uid);
  };
  const claimMatch = { issuer: 'https://people.example.com', subject: 'guest' };
  const identityUid = await uidOf('identities', { name: 'guest', claimMatch });
  const token = await mintToken(identityUid, 600);
  await closeDatabase();
  const binding = await uidOf('roleBindings', { identityUid, roleUid: roleUidOf('viewer') });
  const asGuest = { ...caller, token };
  expect((await ask(asGuest, 'GET', at(`groups/${first.rootUid}`))).status).toBe(200);
  const replayed = async () => {
    const { rowCount } = await onServer(
      `SELECT FROM "RoleBinding" WHERE "uid" = '${binding}'`,
      standby.url('grove'),
    );
    expect(rowCount).toBe(1);
  };
  await until(replayed);
  await onServer('SELECT pg_wal_replay_pause()', standby.url('postgres'));
  expect((await ask(caller, 'DELETE', at(`roleBindings/${binding}`))).status).toBe(200);
  await replayed();
  return token;
}

it.skipIf(!existsSync(HAPROXY))('does not start on a standby', async () => {
  await expect(migrate(standby.url('grove'))).rejects.toThrow('it is a standby');
});

it.skipIf(!existsSync(HAPROXY))(
  'loses no acknowledged write and reads no former rights when the network is cut, the primary killed, restarted and killed, and the standby promoted',
  async () => {
    const caller = { url: `http://127.0.0.1:${groves.port}`, token: first.token };
    const seen = newSeen();
    const over = new AbortController();
    const clients = [
      writeGroups(caller, first.rootUid, seen, over.signal),
      writeGroups(caller, first.rootUid, seen, over.signal),
      readGroups(caller, seen, over.signal),
    ];
    const guest = await guestWithoutRole(caller);
    for (const { address } of [first, second]) {
      const direct = { url: `http://${address}`, token: guest };
      clients.push(readWithoutRole(direct, first.rootUid, seen, over.signal));
    }
    const proxied = new URL(primary.url('grove'));
    proxied.host = `127.0.0.1:${databases.port}`;
    const toStandby = () =>
      until(async () => expect((await onServer(IS_STANDBY, proxied.href)).rowCount).toBe(1));
    const healthy = () => goesOn(seen, 2);
    const status = async (method: string, body?: object) =>
      (await ask(caller, method, '/iam/v2beta1/groups', body)).status;
    try {
      await healthy();
      road.freeze();
      await until(async () => expect(await status('GET')).toBe(503));
      await road.close();
      await road.open();
      await healthy();
      await primary.end('SIGKILL');
      await toStandby();
      // The standby lacks the last change of access, so it must not answer.
      const direct = { ...caller, url: `http://${first.address}` };
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? { name: 'nowhere' } : undefined;
        const refused = await ask(direct, method, '/iam/v2beta1/groups', body);
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      }
      await onServer('SELECT pg_wal_replay_resume()', standby.url('postgres'));
      await primary.start();
      await healthy();
      await primary.end('SIGKILL');
      await toStandby();
      await onServer('SELECT pg_promote()', standby.url('postgres'));
      await healthy();
    } finally {
      over.abort();
      await Promise.all(clients);
    }
    expect(seen.faults).toEqual([]);
    const { rows } = await onServer(
      `SELECT "name", (SELECT count(*) FROM "AuditEvent"
          WHERE "resource" = "Group"."uid" AND "operation" = 'create' AND "result" = 'OK') AS "times"
        FROM "Group" WHERE "name" LIKE 'in the cluster %'`,
      standby.url('grove'),
    );
    const groups = rows as { name: string; times: string }[];
    expectKept(
      seen,
      groups.map(({ name }) => name),
    );
    expect(groups.filter(({ times }) => times !== '1')).toEqual([]);
  },
);
