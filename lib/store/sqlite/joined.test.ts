import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { config } from '#lib/config.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { all, is } from '#lib/store/predicates.ts';
import { readsFrom, type Source } from '#lib/store/prisma/reads.ts';
import { closeDatabase, committed, openDatabase, snapshot, transaction } from '#lib/store/store.ts';
import { source } from './engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-joined-'));
const parent = newRootUid();
const roleUid = newChildUid(parent);
const [kept, gone] = [newChildUid(parent), newChildUid(parent)];
const [binding, orphan] = [newChildUid(parent), newChildUid(parent)];

const times = { createTime: new Date(1), updateTime: new Date(1) };

function bind(identityUid: string, uid: string): Promise<void> {
  const matched = { claims: {}, claimPatterns: {}, lastSeenTime: new Date(1) };
  return transaction(async (tx) => {
    await tx.insert('Identity', {
      uid: identityUid,
      parent,
      name: identityUid,
      ...matched,
      ...times,
    });
    await tx.insert('RoleBinding', { uid, parent, identityUid, roleUid, createTime: new Date(1) });
  });
}

beforeAll(async () => {
  process.env['GROVE_DATA_DIR'] = folder;
  delete process.env['DATABASE_URL'];
  await openDatabase();
  await transaction(async (tx) => {
    await tx.insert('Group', { uid: parent, parent: '', name: 'g', resourceLimits: {}, ...times });
    await tx.insert('Role', { uid: roleUid, parent, name: 'role', capabilities: [], ...times });
  });
  await bind(kept, binding);
});

beforeEach(async () => {
  await bind(gone, orphan);
  removeRow('Identity', gone);
});

afterEach(() => removeRow('RoleBinding', orphan));

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

it('finds no row whose joined row was deleted before that was read', async () => {
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
      if (calls === 2) removeRow('RoleBinding', orphan);
      return source.ask(call);
    },
  };
  const rows = await readsFrom(racing).find('RoleBinding', all(), {
    order: { column: 'uid', descending: orphan > binding },
    limit: 1,
  });
  expect(rows.map(({ uid }) => uid)).toEqual([binding]);
});

function removeRow(table: 'Identity' | 'RoleBinding', uid: string): void {
  const database = new Database(config().databaseFile);
  database.pragma('foreign_keys = OFF');
  database.prepare(`DELETE FROM "${table}" WHERE "uid" = ?`).run(uid);
  database.close();
}
