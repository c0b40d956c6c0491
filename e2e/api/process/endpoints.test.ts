// @module-tag alone
// @module-tag next
/** Every endpoint of the API over HTTP, and what clients see of it: the table is e2e/support/endpoints.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { GROVE_FILES } from '#lib/generated/proto/grove-files.js';
import { ENDPOINTS, PAGES, rowOf, type Endpoint } from '../../support/endpoints.ts';
import { until } from '../../support/until.ts';
import { grove, withSettings } from '../fixtures.ts';
import type { Answer, CallOptions } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { sendRaw } from '../support/raw-http.ts';
import { WATCH } from '../support/event-streams.ts';
import { newSource, SOURCES } from '../support/registry-sources.ts';
import { newWorld } from '../support/world.ts';

/** A started Grove has settings of its own. */
const isAtNext = process.env['GROVE_TEST_TRANSPORT'] === 'next';

const METRICS_TOKEN = 'a-token-of-some-length';
const ORIGIN = 'https://portal.example.com';
const MANY = '100000/60';
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

const EVENTS = '/iam/v2beta1/events';
const IMPORT = '/vulnerabilities/v2beta1/advisories:import';

/** The query of a method that asks about more than a group, or about something else. */
const QUERIES: Record<string, (group: string, identity: string) => string> = {
  '/iam/v2beta1/access:own': () => '',
  '/iam/v2beta1/access:whoCan': (group) => `group_uid=${group}&capability=groups.list`,
  '/iam/v2beta1/accessRequests:offers': (group) => `group_uid=${group}`,
  [EVENTS]: (group) => `group_uid=${group}`,
  '/iam/v2beta1/identities:factors': (_, identity) => `uid=${identity}`,
  '/iam/v2beta1/identities:sessions': (_, identity) => `uid=${identity}`,
  '/iam/v2beta1/subscriptions:deliveries': () => `uid=${uids.get('/iam/v2beta1/subscriptions')}`,
  '/iam/v2beta1/system:summarize': () => '',
  '/vulnerabilities/v2beta1/advisories:export': (group) => `group_uid=${group}&format=osv`,
};

/** The secret with which a registry announces what happens in it. */
let secret: string;
/** A resource by the path of its collection. */
const uids = new Map<string, string>();

const it = withSettings((folder) => {
  writeFileSync(join(folder, 'token'), METRICS_TOKEN);
  writeFileSync(join(folder, 'picture.png'), PICTURE);
  return {
    GROVE_METRICS_TOKEN_FILE: join(folder, 'token'),
    GROVE_CORS_ORIGINS: ORIGIN,
    GROVE_NAME: 'Acme',
    GROVE_PICTURE: join(folder, 'picture.png'),
    GROVE_RATE_READ: MANY,
    GROVE_RATE_WRITE: MANY,
    GROVE_RATE_TOKEN: MANY,
    GROVE_RATE_SIGN_IN: MANY,
  };
});

it.beforeAll(async () => {
  for (const { path, uid } of (await newWorld(grove)).kinds) uids.set(path, uid);
  uids.set(EVENTS, `${grove.rootUid}/0000000000100000`);
  const source = await newSource(grove, grove.rootUid, { url: 'https://127.0.0.1:1' });
  const rotated = await grove.post(`${SOURCES}:rotateNotificationSecret`, { uid: source });
  secret = String(ok(rotated)['notificationSecret']);
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const hasBody = (method: string) => !['GET', 'HEAD', 'DELETE'].includes(method);

const headersFor = (path: string) => ({
  origin: ORIGIN,
  ...(/^\/(?:sts|oauth)\//.test(path) && FORM),
});

/** The address of a resource of that kind, or of the method with the group that it asks about. */
async function addressOf({ method, path }: Endpoint): Promise<string> {
  const [collection = '', ...rest] = path.split('/{uid}');
  if (rest.length > 0) return `${collection}/${await uidIn(collection)}`;
  if (path !== EVENTS && (!path.includes('/v2beta1/') || !path.includes(':'))) return path;
  const isAsked = method === 'GET' || path === IMPORT;
  const queryFor = QUERIES[path] ?? ((group: string) => `group_uid=${group}`);
  return isAsked ? `${path}?${queryFor(grove.rootUid, grove.ownerUid)}` : path;
}

async function uidIn(collection: string): Promise<string> {
  const known = uids.get(collection);
  if (known !== undefined || !collection.includes('/v2beta1/')) return known ?? grove.rootUid;
  const page = ok(await grove.get(collection));
  const [first] = Object.values(page).find(Array.isArray) ?? [];
  const uid = String((first as { uid: string } | undefined)?.uid ?? grove.rootUid);
  uids.set(collection, uid);
  return uid;
}

const ask = (method: string, address: string, options: CallOptions): Promise<Answer> =>
  grove.call(method, address, {
    ...options,
    headers: { ...headersFor(address), ...options.headers },
    ...(hasBody(method) && { body: '{}' }),
  });

/** The names of operations, with how often each was measured. */
async function measured(): Promise<Map<string, number>> {
  const { text } = await grove.get('/metrics', { token: METRICS_TOKEN });
  const lines = text.matchAll(
    /^grove_request_duration_seconds_count\{protocol="(\w+)",operation="([\w.]+)",code="\d+"\} (\d+)$/gm,
  );
  const counts = new Map<string, number>();
  for (const [, protocol = '', operation = '', count = ''] of lines) {
    if (operation === 'metrics') continue;
    const name = protocol === 'v1' ? `v1.${operation}` : operation;
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return counts;
}

/** The operations as which the work is measured, of which none runs before. */
async function operationOf(work: () => Promise<unknown>): Promise<string> {
  const before = await measured();
  await work();
  return until(async () => {
    const after = [...(await measured())];
    const more = after.filter(([name, count]) => count > (before.get(name) ?? 0));
    expect(more.length).toBeGreaterThan(0);
    return more.map(([name]) => name).join();
  });
}

/** The most bytes that a body may have; `-` where none is read. */
async function bodyOf(method: string, address: string): Promise<string> {
  // Its answer has no end.
  if (address.startsWith(WATCH)) return '-';
  const headers = {
    host: new URL(grove.url).host,
    authorization: `Bearer ${address === '/registry/events' ? secret : grove.ownerToken}`,
    'content-type': 'application/json',
    ...headersFor(address),
    'content-length': '999999999',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const answers = await sendRaw(grove, `${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return /must be at most (\d+) bytes/.exec(answers[0]?.body ?? '')?.[1] ?? '-';
}

/** The kind of rate that an answer names. */
const rateOf = (scope: 'network' | 'caller', headers: Headers): string | undefined =>
  new RegExp(`^"${scope}-([\\w-]+)"`).exec(headers.get('ratelimit-policy') ?? '')?.[1];

/** What caches may do with the answer, and whether it may come as 304. */
async function cacheOf(method: string, address: string, { headers }: Answer): Promise<string> {
  const control = (headers.get('cache-control') ?? '-').replaceAll(' ', '');
  const etag = headers.get('etag');
  if (method !== 'GET' || etag === null) return control;
  const again = await ask(method, address, { headers: { 'if-none-match': etag } });
  return again.status === 304 ? `${control},304` : control;
}

async function observed(endpoint: Endpoint): Promise<Endpoint> {
  const { method, path } = endpoint;
  const address = await addressOf(endpoint);
  let stranger: Answer | undefined;
  const asked = async () => (stranger = await ask(method, address, { token: null }));
  const operation = path === '/metrics' ? 'metrics' : await operationOf(asked);
  stranger ??= await asked();
  // A change by the owner would change what the next row finds.
  let answer = stranger;
  const askAsOwner = async () => (answer = await ask(method, address, {}));
  // It is measured once it has ended, which must not be within the next row.
  if (address.startsWith(WATCH)) await operationOf(askAsOwner);
  else if (method === 'GET') await askAsOwner();
  const headers = answer.headers;
  return {
    method,
    path,
    who: stranger.status === 401 ? 'caller' : 'anybody',
    rate: rateOf('network', stranger.headers) ?? '-',
    body: await bodyOf(method, address),
    cache: await cacheOf(method, address, answer),
    operation,
    seen:
      [
        method === 'GET' && `${answer.status}`,
        headers.has('access-control-allow-origin') && 'origins',
        method === 'GET' && /accept-encoding/i.test(headers.get('vary') ?? '') && 'compressed',
      ]
        .filter((one) => one !== false)
        .join() || '-',
  };
}

/** Next.js says of every answer that it may be compressed, and compresses those of Grove's that may. */
const comparable = (one: Endpoint): string =>
  isAtNext
    ? rowOf(one)
        .replace(/,?compressed$/, '')
        .replace(/ $/, ' -')
    : rowOf(one);

it('has the facts of the table', async () => {
  const rows: string[] = [];
  for (const endpoint of ENDPOINTS) rows.push(comparable(await observed(endpoint)));
  expect(rows).toEqual(ENDPOINTS.map(comparable));
});

it.each(PAGES)('counts and names %s %s', async (method, path, rate, operation) => {
  let counted: string | undefined;
  const measuredAs = await operationOf(async () => {
    const { headers } = await ask(method, path, { token: null });
    counted = rateOf('network', headers);
  });
  expect([counted, measuredAs]).toEqual([rate, operation]);
});

/** Streams have a form of their own. */
const CALLS = GROVE_FILES.flatMap(({ services }) =>
  services.flatMap(({ methods }) => methods.filter(({ methodKind }) => methodKind === 'unary')),
);

/** Calls the method over Connect, by POST with a message that no method takes. */
const callOf = (method: 'GET' | 'POST', path: string) =>
  fetch(`${grove.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${grove.ownerToken}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{"nothing":1}' }),
  });

it('counts each call in the rate of its request over REST', async () => {
  const rates = new Map(ENDPOINTS.map(({ operation, rate }) => [operation, rate]));
  for (const { parent, name } of CALLS) {
    const { headers, status } = await callOf('POST', `/${parent.typeName}/${name}`);
    expect([name, status, rateOf('caller', headers)]).toEqual([name, 400, rates.get(name)]);
  }
});

it('takes calls by POST alone', async () => {
  for (const { parent, name } of CALLS) {
    const query = 'connect=v1&encoding=json&message=%7B%7D';
    const { status } = await callOf('GET', `/${parent.typeName}/${name}?${query}`);
    expect([name, status]).toEqual([name, 405]);
  }
});

it('has all that the documents describe', async () => {
  const described: string[] = [];
  for (const document of ['/openapi.json', '/openapi-v1.json']) {
    const { paths } = (await grove.get(document)).body as { paths: Record<string, object> };
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        if (method === 'parameters') continue;
        described.push(`${method.toUpperCase()} ${path.replace(/\{.*\}/, '{uid}')}`);
      }
    }
  }
  const written = readFileSync('docs/authentication.md', 'utf8');
  for (const [, row = ''] of written.matchAll(/^\| `([A-Z]+ \/\S+)`/gm)) {
    described.push(row.replace('*', '{uid}'));
  }
  const listed = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(described.filter((one) => !listed.includes(one))).toEqual([]);
});
