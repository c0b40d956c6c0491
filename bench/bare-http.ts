/** HTTP for both bare servers, with only the features that the measured requests need. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { issuePageToken, readPageToken } from '#lib/aip/page-token.ts';
import type { Cursor } from '#lib/aip/page-token.ts';
import { topmost } from '#lib/aip/uid.ts';
import { publicJwks } from '#lib/auth/tokens/keys.ts';

const { PORT, GROVE_URL = '' } = process.env;

/** The parsed query parameters of the workloads. */
export interface Asked {
  table: string;
  /** The subtrees that the caller can see. */
  tops: readonly string[];
  below?: string | undefined;
  parent?: string | undefined;
  name?: string | undefined;
  column: string;
  descending: boolean;
  cursor: Cursor | null;
  skip: number;
}

export interface BarePage {
  /** The resources as JSON. */
  items: string[];
  /** The start of the next page. */
  next: Cursor | null;
  total: number;
}

export const PAGE = 50;

type Soon<T> = T | Promise<T>;

/** The parts in which the servers differ. Resources are texts of JSON. */
export interface BareDatabase {
  /** The groups of an identity's bindings. */
  boundTo(identity: string): Soon<string[]>;
  page(asked: Asked): Soon<BarePage>;
  get(table: string, uid: string): Soon<string>;
  create(actor: string, parent: string, body: string): Soon<string>;
  update(actor: string, uid: string, body: string): Soon<string>;
  delete(actor: string, uid: string): Soon<unknown>;
}

const keys = createLocalJWKSet((await publicJwks()) as JSONWebKeySet);
const pageKey = Buffer.alloc(32, 1);

interface Caller {
  uid: string;
  expires: number;
  tops: string[];
}

const callers = new Map<string, Caller>();

async function callerOf(database: BareDatabase, { headers }: IncomingMessage): Promise<Caller> {
  const token = (headers.authorization ?? '').slice('Bearer '.length);
  const known = callers.get(token);
  if (known !== undefined && known.expires > Date.now()) return known;
  const { payload } = await jwtVerify(token, keys, { issuer: GROVE_URL, audience: GROVE_URL });
  const uid = payload.sub ?? '';
  const expires = (payload.exp ?? 0) * 1_000;
  const caller = { uid, expires, tops: topmost(await database.boundTo(uid)) };
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

async function list(
  database: BareDatabase,
  [collection, search]: [string, string],
  { tops, uid }: Caller,
): Promise<string> {
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
  const { items, next, total } = await database.page({
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
  const rest = JSON.stringify({ nextPageToken, totalCount: String(total), skipped: skip });
  return `{"${collection}":[${items.join(',')}],${rest.slice(1)}`;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

async function answer(database: BareDatabase, message: IncomingMessage): Promise<string> {
  const caller = await callerOf(database, message);
  const [path = '', search = ''] = (message.url ?? '').split('?');
  const [, , , collection = '', ...rest] = path.split('/');
  const uid = rest.join('/');
  if (message.method === 'GET' && uid === '') {
    return await list(database, [collection, search], caller);
  }
  const within = caller.tops.some((top) => uid === top || uid.startsWith(`${top}/`));
  if (!within) throw new Error('out of reach');
  switch (message.method) {
    case 'POST':
      return await database.create(caller.uid, uid, await bodyOf(message));
    case 'PATCH':
      return await database.update(caller.uid, uid, await bodyOf(message));
    case 'DELETE':
      await database.delete(caller.uid, uid);
      return '';
    default:
      return await database.get(TABLES[collection] ?? '', uid);
  }
}

export function serve(database: BareDatabase): void {
  const server = createServer((message, response) => {
    answer(database, message).then(
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
}
