import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counts } from '#lib/counts.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import { writingWithin } from '#lib/store/postgres/locks.ts';
import { is } from '#lib/store/predicates.ts';
import { transaction, verify, type Transaction } from '#lib/store/store.ts';
import { recordAudit } from '#lib/audit/record.ts';
import { until } from '../../support/until.ts';
import { startGrove } from '../harness.ts';
import type { Answer, TestGrove } from '../harness.ts';
import { ok, okEmpty } from '../support/answers.ts';
import { entryOf } from '../support/chains.ts';
import { query } from '../support/database.ts';
import { newOrganization, type Organization } from '../support/organizations.ts';
import { bind, newGroup } from '../support/people.ts';

const GROUPS = '/iam/v2beta1/groups';

let grove: TestGrove;
let other: Organization;
/** As another process that has taken the row in a transaction. */
let holder: pg.Client;

beforeAll(async () => {
  grove = await startGrove();
  other = await newOrganization(grove);
  holder = new pg.Client(process.env['DATABASE_URL']);
  await holder.connect();
});

afterAll(async () => {
  await holder.end();
  await grove.stop();
});

const WAITING = `SELECT count(*) AS "count" FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = ?`;

async function waitingFor(what: 'advisory' | 'transactionid', expected: number): Promise<void> {
  await until(async () => expect(await query(WAITING, what)).toEqual([{ count: expected }]));
}

type Work = (tx: Transaction) => Promise<unknown>;

let count = 0;
const name = () => `beside ${(count += 1)}`;

/** Runs `work` while a write in the first organization waits within its transaction. */
async function whileWriting(work: () => Promise<void>): Promise<Answer> {
  const held = String(ok(await grove.post(`${GROUPS}/${grove.rootUid}`, { name: name() }))['uid']);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM "Group" WHERE "uid" = $1 FOR UPDATE', [held]);
  const write = grove.patch(`${GROUPS}/${held}?updateMask=description`, { description: 'new' });
  await waitingFor('transactionid', 1);
  try {
    await work();
  } finally {
    await holder.query('ROLLBACK');
  }
  return write;
}

it('acknowledges what one organization writes while another one writes', async () => {
  const by = { token: other.token };
  const written = await whileWriting(async () => {
    const { uid } = ok(await grove.post(`${GROUPS}/${other.root}`, { name: name() }, by));
    ok(await grove.patch(`${GROUPS}/${uid}?updateMask=description`, { description: 'x' }, by));
    const role = { name: name(), capabilities: ['groups.list'] };
    ok(await grove.post(`/iam/v2beta1/roles/${other.root}`, role, by));
    okEmpty(await grove.del(`${GROUPS}/${uid}`, by));
  });
  ok(written);
  expect(await verify()).toEqual([]);
});

it('has the writes of one organization one after the other', async () => {
  let second: Promise<Answer> | undefined;
  let isDone = false;
  await whileWriting(async () => {
    second = grove.post(`${GROUPS}/${grove.rootUid}`, { name: name() });
    void second.then(() => (isDone = true));
    // A write of another organization that begins later ends sooner.
    ok(await grove.post(`${GROUPS}/${other.root}`, { name: name() }, { token: other.token }));
    expect(isDone).toBe(false);
  });
  if (second !== undefined) ok(await second);
});

it('waits for a write of the same organization at another process, and for no other one', async () => {
  await holder.query(writingWithin(30_000, grove.rootUid));
  const write = grove.post(`${GROUPS}/${grove.rootUid}`, { name: name() });
  await waitingFor('advisory', 1);
  ok(await grove.post(`${GROUPS}/${other.root}`, { name: name() }, { token: other.token }));
  expect(await query(WAITING, 'advisory')).toEqual([{ count: 1 }]);
  await holder.query('COMMIT');
  ok(await write);
});

it('changes rights only while nobody else writes', async () => {
  let binding: Promise<unknown> | undefined;
  let isBound = false;
  await whileWriting(async () => {
    binding = bind(grove, other.root, other.owner, 'viewer', { token: other.token });
    void binding.then(() => (isBound = true));
    await until(() => expect(counts.writersWaiting).toBe(1));
    expect(isBound).toBe(false);
  });
  await binding;
});

const WRITING_ALONE = `SELECT count(*) AS "count" FROM pg_locks
  WHERE locktype = 'advisory' AND classid = 7310 AND mode = 'ExclusiveLock' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

it.each<[string, (tx: Transaction) => Promise<unknown>]>([
  ['writes a record of another one', (tx) => recordAudit(tx, entryOf(grove.rootUid))],
  ['changes who has access', (tx) => tx.put('Setting', { key: 'session-limits:x', value: 'x' })],
])('lets one write alone that turns out to concern others: it %s', async (_what, work) => {
  const tries: unknown[] = [];
  await transactionIn(other.root, async (tx) => {
    tries.push(...(await query(WRITING_ALONE)));
    await work(tx);
  });
  expect(tries).toEqual([{ count: 0 }, { count: 1 }]);
});

/** Has a transaction that changes two groups end in a deadlock with the holder. @returns how often it was tried. */
async function inDeadlock(write: (work: Work) => Promise<unknown>): Promise<number> {
  const [one, two] = [await newGroup(grove, grove.rootUid), await newGroup(grove, grove.rootUid)];
  const row = (uid: string) => `SELECT FROM "Group" WHERE "uid" = '${uid}' FOR UPDATE`;
  await holder.query(`BEGIN; SET LOCAL deadlock_timeout = '60s'; ${row(two)}`);
  let tries = 0;
  const writing = write(async (tx) => {
    tries += 1;
    await tx.note('Group', is('uid', one), { description: 'x' });
    await tx.note('Group', is('uid', two), { description: 'x' });
  });
  const settled = Promise.allSettled([writing]);
  await waitingFor('transactionid', 1);
  await holder.query(row(one)).catch(() => {});
  await holder.query('ROLLBACK');
  await settled;
  await writing;
  return tries;
}

it('writes alone after a deadlock', async () => {
  expect(await inDeadlock((work) => transactionIn(grove.rootUid, work))).toBe(2);
});

// It may have changed files of keys, which no rollback takes back.
it('does not try a second time what began alone', async () => {
  let tries = 0;
  const once = inDeadlock((work) =>
    transaction((tx) => {
      tries += 1;
      return work(tx);
    }),
  );
  await expect(once).rejects.toThrow('try again');
  expect(tries).toBe(1);
});

it('sees what others committed before it had its locks, whatever the isolation of the database is', async () => {
  await holder.query("SET default_transaction_isolation TO 'serializable'");
  await holder.query(writingWithin(30_000, grove.rootUid));
  const { rows } = await holder.query('SHOW transaction_isolation');
  await holder.query('ROLLBACK; RESET default_transaction_isolation');
  expect(rows).toEqual([{ transaction_isolation: 'read committed' }]);
});
