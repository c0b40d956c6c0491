/**
 * The server that Grove is compared with: `node:http` and better-sqlite3, with only what these
 * requests need. Same bytes, same tokens, same database.
 */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { issuePageToken, readPageToken } from '#lib/aip/page-token.ts';
import { topmost } from '#lib/aip/uid.ts';
import { publicJwks } from '#lib/auth/tokens/keys.ts';
import { TO_JSON } from './bare-json.ts';
import { BareLists } from './bare-lists.ts';
import { BareWrites } from './bare-writes.ts';

const { PORT, GROVE_DATA_DIR = '', GROVE_URL = '' } = process.env;

const database = new Database(join(GROVE_DATA_DIR, 'grove.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.pragma('cache_size = -65536');
const lists = new BareLists(database);
const writes = new BareWrites(database);

const keys = createLocalJWKSet((await publicJwks()) as JSONWebKeySet);
const pageKey = Buffer.alloc(32, 1);

interface Caller {
  uid: string;
  expires: number;
  tops: string[];
}

const callers = new Map<string, Caller>();

async function callerOf({ headers }: IncomingMessage): Promise<Caller> {
  const token = (headers.authorization ?? '').slice('Bearer '.length);
  const known = callers.get(token);
  if (known !== undefined && known.expires > Date.now()) return known;
  const { payload } = await jwtVerify(token, keys, { issuer: GROVE_URL, audience: GROVE_URL });
  const bound = database
    .prepare(`SELECT "parent" FROM "RoleBinding" WHERE "identityUid" = ?`)
    .pluck()
    .all(payload.sub) as string[];
  const expires = (payload.exp ?? 0) * 1_000;
  const caller = { uid: payload.sub ?? '', expires, tops: topmost(bound) };
  callers.set(token, caller);
  return caller;
}

const TABLES: Readonly<Record<string, string>> = {
  groups: 'Group',
  identities: 'Identity',
  roleBindings: 'RoleBinding',
  repos: 'Repo',
  advisories: 'Advisory',
};

const COLUMNS: Readonly<Record<string, string>> = { name: 'name', created_at: 'createTime' };

function list(collection: string, search: string, { tops, uid }: Caller): object {
  const table = TABLES[collection] ?? '';
  const params = new URLSearchParams(search);
  const [field = '', direction] = (params.get('order_by') ?? 'uid').split(' ');
  const skip = Number(params.get('skip') ?? 0);
  const below = params.get('uidp.descendants_of') ?? undefined;
  const parent = params.get('uidp.children_of') ?? undefined;
  const name = params.get('name') ?? undefined;
  const order = `${field} ${direction}`;
  const bound = { collection, order, filters: [], caller: uid };
  const cursor = readPageToken(pageKey, bound, params.get('page_token') ?? '', Date.now());
  const { items, next, total } = lists.page({
    table,
    tops,
    below,
    parent,
    name,
    cursor,
    skip,
    column: COLUMNS[field] ?? 'uid',
    descending: direction === 'desc',
  });
  const nextPageToken = next === null ? '' : issuePageToken(pageKey, bound, next, Date.now());
  return { [collection]: items, nextPageToken, totalCount: String(total), skipped: skip };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

async function answer(message: IncomingMessage): Promise<string> {
  const caller = await callerOf(message);
  const [path = '', search = ''] = (message.url ?? '').split('?');
  const [, , , collection = '', ...rest] = path.split('/');
  const uid = rest.join('/');
  if (message.method === 'GET' && uid === '')
    return JSON.stringify(list(collection, search, caller));
  const within = caller.tops.some((top) => uid === top || uid.startsWith(`${top}/`));
  if (!within) throw new Error('out of reach');
  switch (message.method) {
    case 'POST':
      return JSON.stringify(writes.create(caller.uid, uid, await bodyOf(message)));
    case 'PATCH':
      return JSON.stringify(writes.update(caller.uid, uid, await bodyOf(message)));
    case 'DELETE':
      writes.delete(caller.uid, uid);
      return '';
    default: {
      const table = TABLES[collection] ?? '';
      const row = lists.prepared(`SELECT * FROM "${table}" WHERE "uid" = ?`).get(uid);
      return JSON.stringify(TO_JSON[table]?.(row as never));
    }
  }
}

const server = createServer((message, response) => {
  answer(message).then(
    (text) => {
      const length = Buffer.byteLength(text);
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': length,
        })
        .end(text);
    },
    (error: unknown) => {
      const text = String(error);
      response.writeHead(500, { 'content-length': Buffer.byteLength(text) }).end(text);
    },
  );
});
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
