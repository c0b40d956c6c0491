import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { talliedAnew, wrongTallies } from '#lib/store/sql/advisory-tallies.ts';
import { wrongBlocks } from '#lib/store/sql/blocks.ts';
import type { BlockSizes } from '#lib/store/sql/blocks.ts';
import { typeId } from '#lib/store/tables/orders.ts';
import { KEY_ENDS } from './block-triggers.ts';
import { keepHierarchy } from './hierarchy.ts';
import { migrate } from './migrate.ts';
import { places } from './places.ts';

/** So few that random organizations have more. */
const SORTED_AT_ONCE = 2;
const SIZES: BlockSizes = { from: 4, small: 2, large: 8 };

let folder: string;
let database: Sqlite;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-hierarchy-'));
  migrate(join(folder, 'grove.db'));
  database = new Database(join(folder, 'grove.db'));
  keepHierarchy(database, SORTED_AT_ONCE, SIZES);
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

let count = 0;
const hex = (length: number) => (count += 1).toString(16).padStart(length, '0');
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

function uidsOf(table: string): string[] {
  return database
    .prepare(`SELECT "uid" FROM "${table}" ORDER BY "rowid"`)
    .pluck()
    .all() as string[];
}

function addGroup(parent: string, { name, time }: Step): void {
  const uid = parent === '' ? hex(40) : `${parent}/${hex(16)}`;
  database
    .prepare(
      `INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits", "createTime", "updateTime")
       VALUES (?, ?, ?, '{}', ?, ?)`,
    )
    .run(uid, parent, `${name} ${uid}`, time, time);
}

/** One for each name, so that they need no random value of their own. */
const STATUSES = ['FIXED', 'DETECTION'];
const statusOf = ({ name }: Pick<Step, 'name'>) => STATUSES[name.length - 1];

function addAdvisory(parent: string, { name, time, severity }: Step): void {
  database
    .prepare(
      `INSERT INTO "Advisory" ("uid", "parent", "advisoryId", "artifactName", "artifactType",
         "componentLocation", "severity", "severities", "status", "aliases", "events",
         "createTime", "updateTime")
       VALUES (?, ?, 'CGA', ?, 'apk', ?, ?, '[]', ?, '[]', '[]', ?, ?)`,
    )
    .run(`${parent}/${hex(16)}`, parent, name, hex(4), severity, statusOf({ name }), time, time);
}

const step = fc.record({
  kind: fc.constantFrom(
    'group',
    'root',
    'advisory',
    'advisory',
    'change',
    'remove',
    'leave',
    'undo',
  ),
  target: fc.nat(999),
  name: fc.constantFrom('a', 'B', 'é', '\u{ffee}', '\u{1f600}'),
  time: fc.nat(4),
  severity: fc.nat(4),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function take(one: Step): void {
  const group = at(uidsOf('Group'), one.target);
  const advisory = at(uidsOf('Advisory'), one.target);
  const change = (table: string, set: string) =>
    `UPDATE "${table}" SET ${set}, "updateTime" = ${one.time} WHERE "uid" = ?`;
  switch (one.kind) {
    case 'root':
      return addGroup('', one);
    case 'group':
      return addGroup(group ?? '', one);
    case 'advisory':
      return group === undefined ? undefined : addAdvisory(group, one);
    case 'change':
      database
        .prepare(change('Advisory', `"severity" = ${one.severity}, "status" = '${statusOf(one)}'`))
        .run(advisory);
      database.prepare(change('Group', `"createTime" = ${one.severity}`)).run(group);
      return undefined;
    case 'remove':
      database.prepare(`DELETE FROM "Advisory" WHERE "uid" = ?`).run(advisory);
      return undefined;
    case 'leave': {
      const empty = `DELETE FROM "Group" WHERE "uid" = @group
        AND NOT EXISTS (SELECT 1 FROM "Group" WHERE "parent" = @group)
        AND NOT EXISTS (SELECT 1 FROM "Advisory" WHERE "parent" = @group)`;
      database.prepare(empty).run({ group: group ?? '' });
      return undefined;
    }
    default:
      // What is rolled back, as after a crash, leaves nothing behind.
      database.exec('BEGIN');
      take({ ...one, kind: 'advisory' });
      take({ ...one, kind: 'change' });
      database.exec('ROLLBACK');
      return undefined;
  }
}

/** Everything that the triggers maintain, by uid rather than by number. */
function kept(): unknown[] {
  return [
    `SELECT "uid" FROM "Place" ORDER BY 1`,
    `SELECT p."uid", y."type", y."here", y."below" FROM "Tally" AS y
     JOIN "Place" AS p ON p."id" = y."place" WHERE y."below" > 0 ORDER BY 1, 2`,
  ].map((sql) => database.prepare(sql).raw().all());
}

/** The rankings of places that have one. A place keeps its ranking when rows are deleted. */
function rankings(): unknown[] {
  const sql = `SELECT p."uid", r."list", r."key", hex(r."tail") FROM "Ranking" AS r
    JOIN "Place" AS p ON p."id" = r."place" JOIN "Tally" AS y ON y."place" = p."id"
    AND y."type" = r."list" / 100 WHERE y."below" > ${SORTED_AT_ONCE} ORDER BY 1, 2, 3, 4`;
  return database.prepare(sql).raw().all();
}

/** The number of entries in each ranking: as many as rows, plus the group itself among groups. */
function lengths(): unknown[] {
  const sql = `SELECT r."list", count(*) = y."below" + (y."type" = 1) AS fits FROM "Ranking" AS r
    JOIN "Tally" AS y ON y."place" = r."place" AND y."type" = r."list" / 100
    WHERE y."ranked" GROUP BY r."place", r."list" HAVING NOT fits`;
  return database.prepare(sql).all();
}

/** The blocks that do not hold what they count, or count too much. */
function wronglyBlocked({ small, large } = SIZES): unknown[] {
  const tooLarge = `SELECT "level", "count" FROM "RankingBlock"
    WHERE "count" > CASE "level" WHEN 0 THEN ${2 * small} ELSE ${2 * large} END`;
  return [...wrongBlocks(KEY_ENDS), tooLarge].flatMap((sql) => database.prepare(sql).all());
}

/** How many rankings have more rows than those without blocks, and lack them. */
function unblocked(): unknown[] {
  const sql = `SELECT y."place", y."type" FROM "Tally" AS y WHERE y."below" > ${SIZES.from}
    AND NOT EXISTS (SELECT 1 FROM "RankingBlock" AS b
      WHERE b."place" = y."place" AND b."list" / 100 = y."type")`;
  return database.prepare(sql).all();
}

/** What is counted wrongly of advisories by their kinds, and the rankings without such counts. */
function wronglyTallied(): unknown[] {
  const untallied = `SELECT y."place" FROM "Tally" AS y WHERE y."type" = ${typeId('Advisory')}
    AND y."below" > ${SORTED_AT_ONCE}
    AND y."place" NOT IN (SELECT "place" FROM "AdvisoryTally")`;
  return [...wrongTallies(talliedAnew(places)), untallied].flatMap((sql) =>
    database.prepare(sql).all(),
  );
}

/** How many kinds have more than one advisory. */
function kindsCounted(): number {
  const sql = `SELECT count(DISTINCT "severity" || "status") FROM "AdvisoryTally" WHERE "count" > 1`;
  return database.prepare(sql).pluck().get() as number;
}

function forgetTriggers(): void {
  const names = database
    .prepare(`SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger'`)
    .pluck()
    .all() as string[];
  for (const name of names) database.exec(`DROP TRIGGER "${name}"`);
}

it('counts and ranks whatever is written as if all were counted and ranked anew', () => {
  let ranked = 0;
  let kinds = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
      for (const one of steps) take(one);
      const [before, ranking] = [kept(), rankings()];
      ranked += ranking.length;
      expect([lengths(), wronglyBlocked(), unblocked()]).toEqual([[], [], []]);
      expect(wronglyTallied()).toEqual([]);
      kinds = Math.max(kinds, kindsCounted());
      forgetTriggers();
      keepHierarchy(database, SORTED_AT_ONCE, SIZES);
      expect(before).toEqual(kept());
      expect(ranking).toEqual(rankings());
      expect([wronglyBlocked(), unblocked(), wronglyTallied()]).toEqual([[], [], []]);
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(ranked).toBeGreaterThan(1_000);
  expect(kinds).toBeGreaterThan(1);
});

it('leaves everything alone where the triggers are those of this version', () => {
  addGroup('', { kind: 'root', target: 0, name: 'a', time: 0, severity: 0 });
  database.exec(`UPDATE "Tally" SET "below" = 7; DELETE FROM "Place"`);
  keepHierarchy(database, SORTED_AT_ONCE, SIZES);
  expect(uidsOf('Place')).toEqual([]);
});

it('splits blocks as a ranking grows, and joins them as it shrinks', () => {
  const sizes = { from: 8, small: 8, large: 32 };
  keepHierarchy(database, SORTED_AT_ONCE, sizes);
  const root = hex(40);
  database
    .prepare(
      `INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits", "createTime", "updateTime")
       VALUES (?, '', 'root', '{}', 0, 0)`,
    )
    .run(root);
  const blocks = () =>
    database
      .prepare(`SELECT count(*) FROM "RankingBlock" GROUP BY "list", "level" ORDER BY 1 DESC`)
      .pluck()
      .all() as number[];
  for (let index = 0; index < 200; index += 1) {
    const [time, severity] = [(index * 37) % 101, index % 3];
    addAdvisory(root, { kind: 'advisory', target: 0, name: 'a', time, severity });
  }
  expect(wronglyBlocked(sizes)).toEqual([]);
  const grown = blocks();
  expect(Math.max(...grown)).toBeLessThanOrEqual(2 * (200 / sizes.small));
  expect(Math.min(...grown)).toBeGreaterThanOrEqual(200 / (2 * sizes.large));
  for (const [index, uid] of uidsOf('Advisory').entries()) {
    if (index % 20 !== 0) database.prepare(`DELETE FROM "Advisory" WHERE "uid" = ?`).run(uid);
  }
  expect(wronglyBlocked(sizes)).toEqual([]);
  expect(Math.max(...blocks())).toBeLessThanOrEqual(10);
  database.exec(`DELETE FROM "Advisory"; DELETE FROM "Group"`);
  expect(blocks()).toEqual([]);
  expect(database.prepare('SELECT * FROM "AdvisoryTally"').all()).toEqual([]);
});
