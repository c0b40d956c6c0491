import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '#lib/store/postgres/migrate.ts';
import { until } from '../../support/until.ts';
import { hasHaproxy } from '../../../scripts/lib/proxies.mjs';
import { startDatabaseProxy, startHaproxy } from '../../support/haproxy.ts';
import type { ProxyProcess } from '../../support/proxy-process.ts';
import { startPostgres } from '../../support/postgres.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { openRoad, through } from '../../support/road.ts';
import type { Road } from '../../support/road.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ask, expectKept, goesOn, newSeen, readGroups, writeGroups } from './cluster-clients.ts';
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
  if (!hasHaproxy()) return;
  primary = await startPostgres({ isDurable: true });
  const server = primary.url('postgres');
  await onServer('CREATE DATABASE grove', server);
  standby = await startPostgres({ isDurable: true, primary: server });
  // Set only now, so that the standby does not copy the setting.
  await onServer(`ALTER SYSTEM SET synchronous_standby_names = '*'`, server);
  await onServer('SELECT pg_reload_conf()', server);
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
  if (!hasHaproxy()) return;
  await groves.stop();
  await first.remove();
  await road.close();
  await databases.stop();
  await standby.stop();
  await primary.stop();
});

it.skipIf(!hasHaproxy())('does not start on a standby', async () => {
  await expect(migrate(standby.url('grove'))).rejects.toThrow('it is a standby');
});

it.skipIf(!hasHaproxy())(
  'loses no acknowledged write when the network is cut, the primary killed and the standby promoted',
  async () => {
    const caller = { url: `http://127.0.0.1:${groves.port}`, token: first.token };
    const seen = newSeen();
    const over = new AbortController();
    const clients = [
      writeGroups(caller, first.rootUid, seen, over.signal),
      writeGroups(caller, first.rootUid, seen, over.signal),
      readGroups(caller, seen, over.signal),
    ];
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
      const address = new URL(primary.url('grove'));
      address.host = `127.0.0.1:${databases.port}`;
      await until(async () => expect((await onServer(IS_STANDBY, address.href)).rowCount).toBe(1));
      // The standby may lack the last change of access, so it must not answer.
      const direct = { ...caller, url: `http://${first.address}` };
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? { name: 'nowhere' } : undefined;
        const refused = await ask(direct, method, '/iam/v2beta1/groups', body);
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      }
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
