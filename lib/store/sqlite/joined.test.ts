import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config } from '#lib/config.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { all, is } from '#lib/store/predicates.ts';
import { readsFrom } from '#lib/store/prisma/reads.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { closeDatabase, committed, openDatabase, snapshot, transaction } from '#lib/store/store.ts';
import { source } from './committed-reads.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-joined-'));
const parent = newRootUid();
const [kept, gone] = [newChildUid(parent), newChildUid(parent)];
const [binding, orphan] = [newChildUid(parent), newChildUid(parent)];

beforeAll(async () => {
  process.env['GROVE_DATA_DIR'] = folder;
  delete process.env['DATABASE_URL'];
  await openDatabase();
  const times = { createTime: new Date(1), updateTime: new Date(1) };
  const role = { name: 'role', capabilities: [] };
  const identity = { claims: {}, claimPatterns: {}, lastSeenTime: new Date(1) };
  await transaction(async (tx) => {
    await tx.insert('Group', { uid: parent, parent: '', name: 'g', resourceLimits: {}, ...times });
    const roleUid = newChildUid(parent);
    await tx.insert('Role', { uid: roleUid, parent, ...role, ...times });
    for (const identityUid of [kept, gone]) {
      await tx.insert('Identity', {
        uid: identityUid,
        parent,
        name: identityUid,
        ...identity,
        ...times,
      });
      const uid = identityUid === kept ? binding : orphan;
      await tx.insert('RoleBinding', {
        uid,
        parent,
        identityUid,
        roleUid,
        createTime: times.createTime,
      });
    }
  });
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

it('finds no row whose joined row was deleted before that was read', async () => {
  expect(await committed.find('RoleBinding', is('parent', parent))).toHaveLength(2);
  const database = new Database(config().databaseFile);
  database.pragma('foreign_keys = OFF');
  database.prepare('DELETE FROM "Identity" WHERE "uid" = ?').run(gone);
  database.close();
  for (const reads of [
    committed.find('RoleBinding', all()),
    snapshot((one) => one.find('RoleBinding', all())),
  ]) {
    expect((await reads).map(({ uid, identity }) => [uid, identity.uid])).toEqual([
      [binding, kept],
    ]);
  }
  expect(await committed.first('RoleBinding', is('identityUid', gone))).toBeNull();
});

it('reads again where such a row has taken the place of another one', async () => {
  let calls = 0;
  const racing: Source = {
    ...source,
    ask(call) {
      calls += 1;
      // By the second call, the deletion has reached the row.
      if (calls === 2) removeOrphan();
      return source.ask(call);
    },
  };
  const rows = await readsFrom(racing).find('RoleBinding', all(), {
    order: { column: 'uid', descending: orphan > binding },
    limit: 1,
  });
  expect(rows.map(({ uid }) => uid)).toEqual([binding]);
});

function removeOrphan(): void {
  const database = new Database(config().databaseFile);
  database.prepare('DELETE FROM "RoleBinding" WHERE "uid" = ?').run(orphan);
  database.close();
}
