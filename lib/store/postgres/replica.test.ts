import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newRootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { counts } from '#lib/counts.ts';
import { isReady } from '#lib/service/readiness.ts';
import { all } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, present, transaction } from '#lib/store/store.ts';
import type { Moment } from '#lib/store/store.ts';
import { startPostgres } from '../../../e2e/support/postgres.ts';
import type { PostgresServer } from '../../../e2e/support/postgres.ts';
import { openRoad, through } from '../../../e2e/support/road.ts';
import type { Road } from '../../../e2e/support/road.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-replica-'));
const shared = globalThis as typeof globalThis & { groveConfig?: unknown };
let primary: PostgresServer;
let standby: PostgresServer;
let road: Road;
let onPrimary: pg.Client;
let onStandby: pg.Client;

async function connected(address: string): Promise<pg.Client> {
  const client = new pg.Client(address);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** As a process that starts with these settings. */
async function openWith(replica: string, database = primary.url('grove')): Promise<void> {
  await closeDatabase();
  delete shared.groveConfig;
  Object.assign(process.env, { DATABASE_URL: database, DATABASE_REPLICA_URL: replica });
  await openDatabase();
}

beforeAll(async () => {
  Object.assign(process.env, { GROVE_DATA_DIR: folder, GROVE_SEARCH_TIMEOUT: '1' });
  primary = await startPostgres({ isDurable: true });
  onPrimary = await connected(primary.url('postgres'));
  await onPrimary.query('CREATE DATABASE grove');
  standby = await startPostgres({ isDurable: true, primary: primary.url('postgres') });
  onStandby = await connected(standby.url('postgres'));
  road = await openRoad(standby.url('grove'));
  await openWith(through(road, standby.url('grove')));
}, 120_000);

afterAll(async () => {
  await closeDatabase();
  await Promise.all([onPrimary.end(), onStandby.end()]);
  await road.close();
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true });
});

let made = 0;

/** @returns the name of a new group. */
async function create(): Promise<string> {
  const name = `group ${(made += 1)}`;
  const now = new Date();
  await transaction((tx) =>
    tx.insert('Group', {
      uid: newRootUid(),
      parent: '',
      name,
      resourceLimits: {},
      createTime: now,
      updateTime: now,
    }),
  );
  return name;
}

const order = { column: 'createTime', descending: true };
const QUERY = { where: all(), areas: null, parent: null, order, cursor: null, skip: 0, limit: 5 };

/** A list as a request makes it. @returns its newest name, and who has answered. */
async function list(asked?: Moment | null) {
  const before = { ...counts };
  const moment = asked === undefined ? (await present()).moment : asked;
  const start = performance.now();
  const { rows, total } = await committed.page('Group', QUERY, { caller: 'somebody', moment });
  const took = performance.now() - start;
  const grown = (['replicaReads', 'replicaBehind', 'replicaBusy', 'replicaFailed'] as const).filter(
    (count) => counts[count] > before[count],
  );
  return { newest: rows[0]?.name, total, took, by: grown.join() };
}

const STANDBY = 'replicaReads';

/** Until the standby answers again, so that each test begins alike. */
const recovered = () =>
  vi.waitFor(async () => expect((await list()).by).toBe(STANDBY), {
    timeout: 20_000,
    interval: 50,
  });

beforeEach(async () => {
  await create();
  await recovered();
});

it('never lists less than what was committed before', async () => {
  let byStandby = 0;
  for (let round = 0; round < 50; round += 1) {
    const name = await create();
    const { newest, by } = await list();
    expect(newest).toBe(name);
    if (by === STANDBY) byStandby += 1;
  }
  expect(byStandby).toBeGreaterThan(0);
});

it('never lists less either where commits do not wait for the disk', async () => {
  await onPrimary.query(`ALTER DATABASE grove SET synchronous_commit = off`);
  await onPrimary.query(`ALTER SYSTEM SET wal_writer_delay = '10s'`);
  await onPrimary.query('SELECT pg_reload_conf()');
  try {
    await openWith(through(road, standby.url('grove')));
    for (let round = 0; round < 10; round += 1) {
      const name = await create();
      expect((await list()).newest).toBe(name);
    }
  } finally {
    await onPrimary.query('ALTER DATABASE grove RESET synchronous_commit');
    await onPrimary.query('ALTER SYSTEM RESET wal_writer_delay');
    await onPrimary.query('SELECT pg_reload_conf()');
    await openWith(through(road, standby.url('grove')));
  }
});

it('asks the primary while the standby is behind', async () => {
  await onStandby.query('SELECT pg_wal_replay_pause()');
  try {
    const name = await create();
    expect(await list()).toMatchObject({ newest: name, by: 'replicaBehind' });
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
  }
  await recovered();
});

it('reads without a moment from the primary', async () => {
  const before = { ...counts };
  await committed.page('Group', QUERY);
  expect(counts).toEqual(before);
});

it('asks the primary at once while the standby is away, and is ready', async () => {
  const name = await create();
  await road.close();
  await list();
  expect(await list()).toMatchObject({ newest: name, by: 'replicaFailed' });
  expect(await isReady()).toBe(true);
  await road.open();
  await recovered();
});

it('waits for a standby that hangs once, and briefly', async () => {
  const name = await create();
  await recovered();
  road.freeze();
  const lists = await Promise.all([list(), list(), list()]);
  expect(lists.map(({ newest }) => newest)).toEqual([name, name, name]);
  for (const { took } of lists) expect(took).toBeLessThan(10_000);
  // Ten waits for a connection would take as long as this.
  let took = 0;
  for (let nth = 0; nth < 10; nth += 1) took += (await list()).took;
  expect(took).toBeLessThan(5_000);
  await road.close();
  await road.open();
  await recovered();
});

const replayed = (moment: Moment | null) =>
  vi.waitFor(async () => {
    const sql = 'SELECT WHERE pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn)';
    expect((await onStandby.query(sql, [moment?.position])).rowCount).toBe(1);
  }, 10_000);

/** Runs `work` while every list on the standby waits for a lock that the primary no longer has. */
async function whileStuck(work: (moment: Moment | null) => Promise<void>): Promise<void> {
  const isStuck = `SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted
    AND relation = '"Group"'::regclass`;
  const [locker, watcher] = [
    await connected(primary.url('grove')),
    await connected(standby.url('grove')),
  ];
  try {
    await locker.query('BEGIN; LOCK TABLE "Group"');
    // Another commit, which sends the log.
    await onPrimary.query(`SELECT pg_logical_emit_message(true, '', '')`);
    await vi.waitFor(async () => expect((await watcher.query(isStuck)).rowCount).toBe(1), 10_000);
    const { moment } = await present();
    await replayed(moment);
    await onStandby.query('SELECT pg_wal_replay_pause()');
    await locker.query('ROLLBACK');
    await work(moment);
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
    await Promise.all([locker.end(), watcher.end()]);
  }
}

/** The processes of lists on the standby that wait for a lock. */
const STUCK = `FROM pg_stat_activity WHERE datname = 'grove' AND wait_event_type = 'Lock'`;

const stuck = (lists: number) =>
  vi.waitFor(async () => {
    expect((await onStandby.query(`SELECT ${STUCK}`)).rowCount).toBe(lists);
  }, 10_000);

it.each(['pg_cancel_backend', 'pg_terminate_backend'])(
  'gives the primary a list that the standby ends by %s',
  async (end) => {
    const name = await create();
    await recovered();
    await whileStuck(async (moment) => {
      const listed = list(moment);
      await stuck(1);
      await onStandby.query(`SELECT ${end}(pid) ${STUCK}`);
      expect(await listed).toMatchObject({ newest: name, by: 'replicaFailed' });
    });
  },
);

it('ends a search at its deadline, and has the primary answer what it has no connection for', async () => {
  const SMALL = 3;
  await openWith(`${through(road, standby.url('grove'))}?connection_limit=${SMALL}`);
  const name = await create();
  await recovered();
  await whileStuck(async (moment) => {
    const searches = Promise.allSettled(Array.from({ length: SMALL }, () => list(moment)));
    await stuck(SMALL);
    expect(await list(moment)).toMatchObject({ newest: name, by: 'replicaBusy' });
    const slow = expect.objectContaining({ status: 'DEADLINE_EXCEEDED' }) as unknown;
    for (const search of await searches) {
      expect(search).toEqual({ status: 'rejected', reason: slow });
    }
  });
  await openWith(through(road, standby.url('grove')));
});

it('takes a standby of another log for one that is behind', async () => {
  const { moment } = await present();
  await vi.waitFor(async () => expect((await list(moment)).by).toBe(STANDBY), 10_000);
  expect((await list({ position: '0/0', log: `${moment?.log}0` })).by).toBe('replicaBehind');
});

it('takes no other database for a standby', async () => {
  await openWith(primary.url('grove'));
  expect((await list()).by).toBe('replicaBehind');
  await openWith(standby.url('postgres'));
  expect((await list()).by).toBe('replicaFailed');
  await openWith(through(road, standby.url('grove')));
});

it('refuses an address that it cannot use, without its password', async () => {
  const opened = openWith('postgresql://grove:hunter2@db/grove?sslmode=prefer');
  await expect(opened).rejects.toThrow(/^sslmode in DATABASE_REPLICA_URL must be one of/);
  await openWith(through(road, standby.url('grove')));
});

it('refuses to start where it could not learn how far the log has come', async () => {
  await onPrimary.query('CREATE ROLE plain LOGIN');
  await onPrimary.query('CREATE DATABASE plain OWNER plain');
  const admin = await connected(primary.url('plain'));
  const plain = Object.assign(new URL(primary.url('plain')), { username: 'plain' }).href;
  await openWith(standby.url('plain'), plain);
  await admin.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM public');
  await admin.end();
  const message = /^DATABASE_REPLICA_URL needs more rights .* function pg_control_system$/;
  await expect(openWith(standby.url('plain'), plain)).rejects.toThrow(message);
  await openWith(through(road, standby.url('grove')));
});

it('writes on, and lists from the primary, once the standby is promoted and a primary itself', async () => {
  await onStandby.query('SELECT pg_promote()');
  expect((await list()).by).toBe('replicaBehind');
  await openWith(standby.url('grove'), standby.url('grove'));
  const name = await create();
  expect(await list()).toMatchObject({ newest: name, by: 'replicaBehind' });
  expect(config().databaseReplicaUrl).toBe(standby.url('grove'));
});
