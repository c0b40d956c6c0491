/**
 * Starts Grove's HTTP server, without pages, in the test's own process on a free port, with its own
 * data folder and organization. The files of a worker share its process and its loaded modules.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { closeInspected } from './support/database.ts';
import { forgetAll } from './support/forget.ts';
import { CHEAP } from './support/pace.ts';
import type { Answer, CallOptions, Json, TestGrove } from './support/test-grove.ts';
import { copyDatabase, databaseSettings } from './support/test-database.ts';
import { overGrpc } from './support/over-grpc.ts';
import { overV1 } from './support/over-v1.ts';
import { startUnderNext } from './support/under-next.ts';

export type { Answer, CallOptions, Json, TestGrove };

export const OWNER_EMAIL = 'owner@example.com';
export const OWNER_PASSWORD = 'correct horse battery staple';

/**
 * The transport of the calls that it can express: `grpc`, `v1`, or v2's REST at `next start` or at
 * Grove's own server.
 */
const transport = process.env['GROVE_TEST_TRANSPORT'];

/** Milliseconds in which waiting messages are still sent at the end. */
const MAIL_MS = 5_000;

/** @param env more environment variables, set before any module of Grove is loaded. */
export async function startGrove(env: Record<string, string> = {}): Promise<TestGrove> {
  await forgetFormer();
  const dataDir = mkdtempSync(join(tmpdir(), 'grove-api-'));
  copyDatabase(dataDir);
  const port = await freePort();
  const resetEnvironment = setEnvironment({ PORT: String(port), GROVE_DATA_DIR: dataDir, ...env });
  const { config } = await import('#lib/config.ts');
  const { openDatabase } = await import('#lib/store/store.ts');
  const { recordUrl } = await import('#lib/auth/tokens/known-urls.ts');
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  const { createOrganization } = await import('#lib/service/people/organization.ts');
  const { secrets } = await import('#lib/secrets/secrets.ts');
  Object.assign(config().pace, CHEAP);
  const { url } = config();
  Object.assign(process.env, { NEXTAUTH_URL: url, NEXTAUTH_SECRET: secrets().session });
  await openDatabase();
  const server = await startServer(port);
  await recordUrl(url, true);
  const organization = await createOrganization({
    name: 'acme',
    ownerEmail: OWNER_EMAIL,
    ownerPassword: OWNER_PASSWORD,
  });
  const ownerUid = String(organization.identity['uid']);
  const ownerToken = await mintToken(ownerUid, 3600);
  const rest = caller(`http://127.0.0.1:${port}`, ownerToken);
  const rpc = transport === 'grpc' ? overGrpc(`127.0.0.1:${port}`, ownerToken, rest) : undefined;
  const call = rpc?.call ?? (transport === 'v1' ? overV1(rest) : rest);
  return {
    url,
    dataDir,
    organization,
    rootUid: String(organization.group['uid']),
    ownerUid,
    ownerToken,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    patch: (path, body, options) => call('PATCH', path, { ...options, body }),
    del: (path, options) => call('DELETE', path, options),
    token: (identityUid, ttlSeconds = 3600) => mintToken(identityUid, ttlSeconds),
    async stop() {
      rpc?.close();
      await server.close(0);
      await stopWork();
      await closeInspected();
      rmSync(dataDir, { recursive: true });
      former = dataDir;
      resetEnvironment();
    },
  };
}

async function startServer(port: number): Promise<{ close(graceMs: number): Promise<void> }> {
  if (transport === 'next') return startUnderNext(port);
  const { createGroveServer } = await import('#lib/transport/server/node.ts');
  const server = createGroveServer();
  await server.listen(port, '127.0.0.1');
  return server;
}

/** @returns a function that restores the variables. */
function setEnvironment(env: Record<string, string>): () => void {
  const before = { ...process.env };
  // Variables of the shell that runs the tests must not affect them.
  for (const name of Object.keys(process.env)) {
    if (/^(?:GROVE_|OTEL_|DATABASE_(?:REPLICA_)?URL$|HOST$)/.test(name)) delete process.env[name];
  }
  Object.assign(process.env, {
    // The issuers and registries of the tests are on loopback.
    GROVE_ALLOW_PRIVATE_ISSUERS: '127.0.0.0/8,::1/128',
    GROVE_ALLOW_PRIVATE_REGISTRIES: '127.0.0.0/8,::1/128',
    // A busy machine must not cause time-outs.
    GROVE_SEARCH_TIMEOUT: '600',
    ...databaseSettings(),
    ...env,
  });
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  };
}

/** Ends the background jobs, as a stopping server does. */
async function stopWork(): Promise<void> {
  const { writeJoined } = await import('#lib/audit/joined.ts');
  const { writeV1Callers } = await import('#lib/audit/v1-callers.ts');
  const { stopCounting } = await import('#lib/limits/request-rates.ts');
  const { mailSent } = await import('#lib/mail/outbox.ts');
  const { stopSyncs } = await import('#lib/service/registries/background-syncs.ts');
  const { config } = await import('#lib/config.ts');
  const { closeDatabase } = await import('#lib/store/store.ts');
  // Messages that wait for a second attempt are dropped.
  Object.assign(config(), { mail: undefined });
  await mailSent(MAIL_MS);
  await Promise.all([stopSyncs(), writeV1Callers(), writeJoined()]);
  await stopCounting();
  await closeDatabase();
}

/** The data folder of the previous file. */
let former: string | undefined;

/**
 * Deleted only now, because requests of disconnected clients may still run and open the former
 * database.
 */
async function forgetFormer(): Promise<void> {
  if (former === undefined) return;
  const { closeDatabase } = await import('#lib/store/store.ts');
  await closeDatabase();
  rmSync(former, { recursive: true, force: true });
  forgetAll();
}

function caller(base: string, ownerToken: string): TestGrove['call'] {
  return async (method, path, { body, headers = {}, token = ownerToken } = {}) => {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await textOf(response);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const json = isJson && text !== '' ? (JSON.parse(text) as Json) : {};
    return { status: response.status, headers: response.headers, text, body: json };
  };
}

/** A stream of events has no end. */
async function textOf(response: Response): Promise<string> {
  const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isEndless !== true) return response.text();
  await response.body?.cancel();
  return '';
}
