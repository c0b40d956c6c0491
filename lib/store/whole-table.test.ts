import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { below } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, transaction } from '#lib/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-whole-'));

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

it('lists the roles of the only organization without the built-in ones', async () => {
  const root = newRootUid();
  const uids = [newChildUid(root), newChildUid(root)];
  const times = { createTime: new Date(0), updateTime: new Date(0) };
  await transaction(async (tx) => {
    await tx.insert('Group', { uid: root, parent: '', name: 'acme', resourceLimits: {}, ...times });
    for (const uid of uids) {
      await tx.insert('Role', { uid, parent: root, name: uid, capabilities: [], ...times });
    }
  });
  for (const column of ['name', 'createTime', 'uid']) {
    const found = await committed.page('Role', {
      where: below(root),
      place: { parent: null, subtrees: [{ uid: root, withSelf: false }] },
      order: { column, descending: false },
      cursor: null,
      skip: 0,
      limit: 10,
    });
    expect(found.rows.map(({ uid }) => uid)).toEqual(uids.toSorted());
    expect(found.total).toBe(2);
  }
});
