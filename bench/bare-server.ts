/**
 * The server that Grove is compared with: `node:http` and better-sqlite3, with only what these
 * requests need, and the JSON of each row stored beside it. Same bytes, same tokens, same database.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { given } from '#lib/store/sql/values.ts';
import { serve } from './bare-http.ts';
import { BareLists } from './bare-lists.ts';
import { BareWrites } from './bare-writes.ts';
import { storedIn, storeJson } from './stored-json.ts';

const database = new Database(join(process.env['GROVE_DATA_DIR'] ?? '', 'grove.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.pragma('cache_size = -65536');
database.pragma('temp_store = MEMORY');
storeJson(database);
const lists = new BareLists(database);
const writes = new BareWrites(database);

serve({
  boundTo: (identity) =>
    database
      .prepare(`SELECT "parent" FROM "RoleBinding" WHERE "identityUid" = ?`)
      .pluck()
      .all(identity) as string[],
  page: (asked) => lists.page(asked),
  get(table, uid) {
    const sql = `SELECT "json" FROM ${storedIn(table)} WHERE "uid" = ${given('text')}`;
    const row = lists.prepared(sql).get(uid) as { json: string } | undefined;
    return row?.json ?? '{}';
  },
  create: (...created) => writes.create(...created),
  update: (...updated) => writes.update(...updated),
  delete: (...deleted) => writes.delete(...deleted),
});
