import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wrongTallies } from '#lib/store/sql/counted.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { dialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { derive } from './triggers.ts';

let folder: string;
let database: Sqlite;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-hierarchy-'));
  migrate(join(folder, 'grove.db'));
  database = new Database(join(folder, 'grove.db'));
  derive(database);
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
      // Changes that are rolled back, as after a crash, leave nothing behind.
      database.exec('BEGIN');
      take({ ...one, kind: 'advisory' });
      take({ ...one, kind: 'change' });
      database.exec('ROLLBACK');
      return undefined;
  }
}

/** The tallies of groups with rows below them. */
const kept = () =>
  database
    .prepare(`SELECT * FROM "Tally" WHERE "below" > 0 ORDER BY "group", "type"`)
    .raw()
    .all() as (string | number)[][];

const wronglyCounted = () =>
  RESOURCES.flatMap(({ type }) => database.prepare(wrongTallies(dialect, type)).pluck().all());

function forgetTriggers(): void {
  const names = database
    .prepare(`SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger'`)
    .pluck()
    .all() as string[];
  for (const name of names) database.exec(`DROP TRIGGER "${name}"`);
}

it('counts whatever is written as if all were counted again', () => {
  let counted = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
      for (const one of steps) take(one);
      expect(wronglyCounted()).toEqual([]);
      const before = kept();
      counted = Math.max(counted, before.length);
      forgetTriggers();
      derive(database);
      expect(kept()).toEqual(before);
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(counted).toBeGreaterThan(20);
});

it('counts what is directly in a group, below it, and everything', () => {
  const [root, child, other] = [hex(40), hex(16), hex(40)];
  const insert = database.prepare(
    `INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits", "createTime", "updateTime")
     VALUES (@uid, @parent, @uid, '{}', 0, 0)`,
  );
  for (const uid of [root, other]) insert.run({ uid, parent: '' });
  insert.run({ uid: `${root}/${child}`, parent: root });
  insert.run({ uid: `${root}/${child}/${hex(16)}`, parent: `${root}/${child}` });
  expect(kept().filter((row) => row[1] === typeId('Group'))).toEqual([
    ['', typeId('Group'), 2, 4],
    [root, typeId('Group'), 1, 2],
    [`${root}/${child}`, typeId('Group'), 1, 1],
  ]);
});

it('describes what is counted wrongly', () => {
  addGroup('', { kind: 'root', target: 0, name: 'a', time: 0, severity: 0 });
  database.exec(`UPDATE "Tally" SET "below" = 7 WHERE "type" = ${typeId('Group')}`);
  expect(wronglyCounted()).toEqual(['group "" has 1 and 7 of Group instead of 1 and 1']);
});

it('leaves everything alone where the triggers are those of this version', () => {
  addGroup('', { kind: 'root', target: 0, name: 'a', time: 0, severity: 0 });
  database.exec(`UPDATE "Tally" SET "below" = 7 WHERE "type" = ${typeId('Group')}`);
  derive(database);
  expect(wronglyCounted()).toHaveLength(1);
});
