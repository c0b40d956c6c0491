import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { below, isIn } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction, verify } from '#lib/store/store.ts';
import { WRITER_LOCK } from './locks.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-hierarchy-'));
let others: pg.Client[];

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
  others = [newClient(), newClient(), newClient()];
  for (const other of others) await other.connect();
});

afterEach(async () => {
  await transaction(async (tx) => {
    await tx.deleteAll('Advisory', isIn('status', STATUSES));
  });
});

afterAll(async () => {
  for (const other of others) await other.end();
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const newClient = () => new pg.Client(config().databaseUrl);

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** A tree of groups: a root, two below it, and one below each of those. */
async function newTree(): Promise<string[]> {
  const root = newRootUid();
  const middle = [newChildUid(root), newChildUid(root)];
  const all = [root, ...middle, ...middle.map(newChildUid)];
  const time = new Date(0);
  await transaction(async (tx) => {
    // All but the root in one statement, in which a group is above another one.
    await tx.insertAll(
      'Group',
      all.map((uid) => ({
        uid,
        parent: uid.slice(0, Math.max(0, uid.lastIndexOf('/'))),
        name: uid,
        description: '',
        resourceLimits: {},
        verified: false,
        foundedBy: null,
        createTime: time,
        updateTime: time,
        revision: 1,
      })),
    );
  });
  return all;
}

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'change', 'remove', 'undo'),
  writer: fc.nat(3),
  group: fc.nat(99),
  count: fc.integer({ min: 1, max: 4 }),
  name: fc.constantFrom('a', 'B', 'é', '\u{ffee}', '\u{1f600}'),
  time: fc.integer({ min: -3, max: 3 }),
  severity: fc.nat(4),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const STATUSES = ['FIXED', 'OPEN'];

/** One for each name, so that it needs no random value of its own. */
const statusOf = ({ name }: Step) => STATUSES[name.length - 1];

/** The statement of a step, with its parameters. */
function statementOf(one: Step, groups: readonly string[]): [string, unknown[]] {
  const group = at(groups, one.group);
  if (one.kind === 'add' || one.kind === 'undo') {
    const uids = Array.from({ length: one.count }, () => newChildUid(group));
    return [
      `INSERT INTO "Advisory" ("uid", "parent", "advisoryId", "artifactName", "artifactType",
         "componentLocation", "severity", "severities", "status", "aliases", "events",
         "createTime", "updateTime")
       SELECT u, $2, 'CGA', $3, 'apk', u, $4, '[]', $6, '[]', '[]', $5, $5
       FROM unnest($1::text[]) AS u`,
      [uids, group, one.name, one.severity, one.time, statusOf(one)],
    ];
  }
  const some = `"uid" IN (SELECT "uid" FROM "Advisory" WHERE "parent" = $1 LIMIT ${one.count})`;
  if (one.kind === 'remove') return [`DELETE FROM "Advisory" WHERE ${some}`, [group]];
  const sets = `"severity" = $2, "artifactName" = $3, "updateTime" = $4, "status" = $5`;
  return [
    `UPDATE "Advisory" SET ${sets} WHERE ${some}`,
    [group, one.severity, one.name, one.time, statusOf(one)],
  ];
}

/** As another process would, in a transaction of its own. */
async function take(other: pg.Client, steps: readonly Step[], groups: string[]): Promise<void> {
  for (const one of steps) {
    const [sql, params] = statementOf(one, groups);
    await other.query(`BEGIN; SELECT ${WRITER_LOCK}`);
    await other.query(sql, params);
    await other.query(one.kind === 'undo' ? 'ROLLBACK' : 'COMMIT');
  }
}

it('counts what several processes write as if all were counted again', async () => {
  let advisories = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const groups = await newTree();
      const ofWriter = (writer: number) => steps.filter((one) => one.writer === writer);
      await Promise.all(others.map((other, index) => take(other, ofWriter(index), groups)));
      advisories += await committed.count('Advisory', below(groups[0] ?? ''));
      expect(await verify()).toEqual([]);
    }),
    { numRuns: 15, endOnFailure: true },
  );
  expect(advisories).toBeGreaterThan(100);
});

it('ends with whole trees that are removed at once', async () => {
  const groups = await newTree();
  const [root = ''] = groups;
  await transaction((tx) => tx.deleteAll('Group', isIn('uid', groups)));
  expect(await committed.tally('Group', root)).toBeNull();
  expect(await verify()).toEqual([]);
});

it('finds what does not match', async () => {
  const [root = ''] = await newTree();
  const [other] = others;
  const change = (sign: string) =>
    other?.query(
      `UPDATE "Tally" SET "below" = "below" ${sign} 1 WHERE "type" = 1 AND "group" = $1`,
      [root],
    );
  await change('+');
  expect(await verify()).toEqual([`group "${root}" has 2 and 5 of Group instead of 2 and 4`]);
  await change('-');
  expect(await verify()).toEqual([]);
});

it('is counted again where the triggers are not those of this version', async () => {
  const [other] = others;
  await other?.query('DROP FUNCTION "count_Group_insert"() CASCADE');
  await openDatabase();
  expect(await verify()).toEqual([]);
});
