import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hasHaproxy } from '../../../scripts/lib/proxies.mjs';
import { startDatabaseProxy } from '../../support/haproxy.ts';
import type { Haproxy } from '../../support/haproxy.ts';
import { startPostgres } from '../../support/postgres.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { databaseSettings } from '../support/test-database.ts';
import { ask, expectKept, goesOn, newSeen, readGroups, writeGroups } from './cluster-clients.ts';
import { onServer } from './databases.ts';

let primary: PostgresServer;
let standby: PostgresServer;
let proxy: Haproxy;
let grove: ServerProcess;

beforeAll(async () => {
  if (!hasHaproxy()) return;
  primary = await startPostgres({ isDurable: true });
  const server = primary.url('postgres');
  await onServer('CREATE DATABASE grove', server);
  standby = await startPostgres({ isDurable: true, primary: server });
  // Only now, so that the standby does not have the setting.
  await onServer(`ALTER SYSTEM SET synchronous_standby_names = '*'`, server);
  await onServer('SELECT pg_reload_conf()', server);
  const followers = async () =>
    (await onServer(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`, server)).rowCount;
  while ((await followers()) !== 1) await wait(50);
  const hosts = [primary, standby].map((one) => new URL(one.url('grove')).host);
  proxy = await startDatabaseProxy(hosts[0] ?? '', hosts[1] ?? '');
  databaseSettings['DATABASE_URL'] = Object.assign(new URL(primary.url('grove')), {
    port: String(proxy.port),
  }).href;
  grove = await newServerProcess();
  await grove.start();
}, 120_000);

afterAll(async () => {
  if (!hasHaproxy()) return;
  await grove.remove();
  await proxy.stop();
  await standby.stop();
  await primary.stop();
});

it.skipIf(!hasHaproxy())(
  'loses no acknowledged write when the primary is killed and the standby is promoted',
  async () => {
    const caller = { url: `http://${grove.address}`, token: grove.token };
    const seen = newSeen();
    const over = new AbortController();
    const clients = [
      writeGroups(caller, grove.rootUid, seen, over.signal),
      writeGroups(caller, grove.rootUid, seen, over.signal),
      readGroups(caller, seen, over.signal),
    ];
    const healthy = () => goesOn(seen, 1);
    try {
      await healthy();
      await primary.end('SIGKILL');
      // A standby that was not promoted is read, and refuses writes.
      await vi.waitFor(async () => {
        expect((await ask(caller, 'GET', '/iam/v2beta1/groups')).status).toBe(200);
      }, 30_000);
      const refused = await ask(caller, 'POST', '/iam/v2beta1/groups', { name: 'nowhere' });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      await onServer('SELECT pg_promote()', standby.url('postgres'));
      await healthy();
    } finally {
      over.abort();
      await Promise.all(clients);
    }
    expect(seen.faults).toEqual([]);
    const { rows } = await onServer(
      `SELECT "name" FROM "Group" WHERE "name" LIKE 'in the cluster %'`,
      standby.url('grove'),
    );
    const names = (rows as { name: string }[]).map(({ name }) => name);
    expectKept(seen, names);
  },
  300_000,
);
