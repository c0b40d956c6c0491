import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { group } from '#lib/resources/group.ts';
import { identity } from '#lib/resources/identity.ts';
import { role } from '#lib/resources/role.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { toCondition } from '#lib/store/sql/where.ts';
import { dialect } from '#lib/store/sqlite/dialect.ts';
import { scopePredicate, type HierarchyFilter } from './scope.ts';

const segment = fc.constantFrom('0000000000000000', '1111111111111111', 'ffffffffffffffff');
const root = fc.constantFrom('0'.repeat(40), '1'.repeat(40), 'f'.repeat(40));
const uid = fc
  .tuple(root, fc.array(segment, { maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest].join('/'));
const filter = fc.record(
  {
    descendantsOf: uid,
    childrenOf: uid,
    ancestorsOf: uid,
    inRoot: fc.boolean(),
    ids: fc.array(uid, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const parentOf = (text: string) => text.slice(0, Math.max(0, text.lastIndexOf('/')));
const isBelow = (text: string, ancestor: string) => text.startsWith(`${ancestor}/`);

/** The list that a caller who reaches `tops` should see with this filter. */
function model(
  { type }: ResourceDefinition,
  row: { uid: string; parent: string | null },
  asked: HierarchyFilter,
  tops: readonly string[],
): boolean {
  const isGroup = type === 'Group';
  const visible =
    (type === 'Role' && row.parent === null) ||
    tops.some((top) => isBelow(row.uid, top) || (isGroup && row.uid === top));
  const holder = isGroup ? row.uid : (row.parent ?? '');
  return (
    visible &&
    (asked.descendantsOf === undefined || isBelow(row.uid, asked.descendantsOf)) &&
    (asked.childrenOf === undefined || row.parent === asked.childrenOf) &&
    (asked.ancestorsOf === undefined || isBelow(asked.ancestorsOf, holder)) &&
    (asked.inRoot !== true || (isGroup ? row.parent === '' : row.parent?.length === 40)) &&
    (asked.ids === undefined || asked.ids.includes(row.uid))
  );
}

const database = new Database(':memory:');
database.exec('CREATE TABLE t (uid TEXT PRIMARY KEY, parent TEXT)');

it.each([group, identity, role])('shows of $collection what a model shows', (definition) => {
  const isRole = definition.type === 'Role';
  fc.assert(
    fc.property(
      fc.uniqueArray(uid, { maxLength: 25 }),
      filter,
      fc.uniqueArray(uid, { maxLength: 3 }),
      (uids, asked, tops) => {
        const rows = uids
          .filter((text) => text.includes('/') || definition.type !== 'Identity')
          // A role without a group is built in.
          .map((text) => ({
            uid: text,
            parent: isRole && !text.includes('/') ? null : parentOf(text),
          }));
        database.exec('DELETE FROM t');
        const insert = database.prepare('INSERT INTO t VALUES (@uid, @parent)');
        for (const row of rows) insert.run(row);
        const { sql, params } = toCondition(
          dialect,
          definition.type,
          scopePredicate(definition, asked, tops),
        );
        const found = database
          .prepare(`SELECT uid FROM t WHERE ${sql} ORDER BY uid`)
          .pluck()
          .all(...params);
        const expected = rows.filter((row) => model(definition, row, asked, tops));
        expect(found).toEqual(expected.map((row) => row.uid).sort());
      },
    ),
    { numRuns: 400 },
  );
});
