/** A program of the version before renames and adds rows, and knows nothing of the order of names. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cursor } from '#lib/aip/page-token.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import { below } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction } from '#lib/store/store.ts';
import { migrate } from './migrate.ts';

const older = new pg.Client(process.env['TEST_DATABASE_URL']);
const parent = newRootUid();

beforeAll(async () => {
  await openDatabase();
  await older.connect();
  const now = new Date();
  const times = { createTime: now, updateTime: now };
  const empty = { claims: {}, claimPatterns: {}, lastSeenTime: now };
  await transaction(async (tx) => {
    const group = { uid: parent, parent: '', name: parent, resourceLimits: {} };
    await tx.insert('Group', { ...group, ...times });
    for (const name of ['alice', 'Bob', 'émile', 'Frank', 'Zoe']) {
      await tx.insert('Identity', { uid: newChildUid(parent), parent, name, ...empty, ...times });
    }
  });
});

afterAll(async () => {
  await older.end();
  await closeDatabase();
});

/** Page by page. */
async function listed(descending = false): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: Cursor | null = null; ;) {
    const { rows } = await committed.page('Identity', {
      where: below(parent),
      place: { parent: null, subtrees: [{ uid: parent, withSelf: false }] },
      order: { column: 'nameOrder', descending },
      cursor,
      skip: 0,
      limit: 2,
    });
    found.push(...rows.map(({ name }) => name));
    const last = rows.at(-1);
    if (last === undefined) return found;
    cursor = cursorOf(last, 'nameOrder');
  }
}

it('loses no row of a list meanwhile, and the next start puts each in its place', async () => {
  const rename = 'UPDATE "Identity" SET "name" = $1 WHERE "parent" = $2 AND "name" = $3';
  await older.query(rename, ['Élise', parent, 'alice']);
  await older.query(rename, ['anna', parent, 'Zoe']);
  await older.query(
    `INSERT INTO "Identity" ("uid", "parent", "name", "claims", "claimPatterns", "lastSeenTime",
       "createTime", "updateTime")
     SELECT $1, "parent", 'Carol', "claims", "claimPatterns", "lastSeenTime", "createTime", "updateTime"
     FROM "Identity" WHERE "parent" = $2 LIMIT 1`,
    [newChildUid(parent), parent],
  );
  const expected = ['anna', 'Bob', 'Carol', 'Élise', 'émile', 'Frank'];
  // Those without an order come first until then.
  const meanwhile = await listed();
  expect(meanwhile.toSorted()).toEqual(expected.toSorted());
  expect(meanwhile.slice(3)).toEqual(['Bob', 'émile', 'Frank']);
  expect(await listed(true)).toEqual(meanwhile.toReversed());

  await migrate();
  expect(await listed()).toEqual(expected);
  expect(await listed(true)).toEqual(expected.toReversed());
});
