/**
 * The server that Grove is compared with: `node:http` and better-sqlite3, with only what these
 * requests need. Same bytes, same tokens, same database.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { serve } from './bare-http.ts';
import { TO_JSON } from './bare-json.ts';
import { BareLists } from './bare-lists.ts';
import { BareWrites } from './bare-writes.ts';

const database = new Database(join(process.env['GROVE_DATA_DIR'] ?? '', 'grove.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.pragma('cache_size = -65536');
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
    const row = lists.prepared(`SELECT * FROM "${table}" WHERE "uid" = ?`).get(uid);
    return TO_JSON[table]?.(row as never) ?? {};
  },
  create: (...created) => writes.create(...created),
  update: (...updated) => writes.update(...updated),
  delete: (...deleted) => writes.delete(...deleted),
});
