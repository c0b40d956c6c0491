/**
 * The base of the browser tests: each worker has its own Grove, with an organization and a
 * signed-in page. Any console error fails the test.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { CHEAPLY } from './api/support/pace.ts';
import { openDatabase, type TestDatabase } from './support/database.ts';
import { freePort } from './support/free-port.ts';
import { newDatabase, startPostgres } from './support/postgres.ts';
import { makeReady } from './support/ready-page.ts';
import { endTied, startTied, type TiedProcess } from './support/tied-process.ts';

export { expect };

export const ORGANIZATION = 'acme';
export const OWNER_EMAIL = 'ada@acme.example';
export const OWNER_PASSWORD = 'correct horse battery';

export interface RunningGrove {
  url: string;
  /** The database of the Grove, without the API. */
  database: TestDatabase;
  /** The variables of the environment with which a command finds the data. */
  dataSettings: Readonly<Record<string, string>>;
  /** The one-time link of the first run, as the terminal printed it. */
  setupLink: string;
  stop: () => Promise<void>;
}

/**
 * Resolves with the address and the link once the server prints them. Rejects if the server ends first.
 */
function announcement(server: TiedProcess): Promise<{ url: string; setupLink: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const onData = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /ready at ([^\s,]+)/.exec(output)?.[1];
      const setupLink = /(\S+\/welcome#\S+)/.exec(output)?.[1];
      if (url && setupLink) resolve({ url, setupLink });
    };
    server.stdout.on('data', onData);
    server.stderr.on('data', onData);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

/**
 * Starts the built server on a free port with an empty data folder.
 *
 * @param settings variables of the server's environment, such as `DATABASE_URL`.
 */
export async function startGrove(
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningGrove> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grove-e2e-'));
  const { GROVE_URL: _url, DATABASE_URL: _database, ...env } = process.env;
  const server = startTied(process.execPath, [...CHEAPLY, 'server.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      GROVE_DATA_DIR: dataDir,
      // With a cache, Node.js compiles the server in half the time.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '.cache', 'compiled'),
      GROVE_SYSTEM_VIEWERS: 'owners',
      // The issuers and registries of the tests are on loopback.
      GROVE_ALLOW_PRIVATE_ISSUERS: '127.0.0.0/8,::1/128',
      GROVE_ALLOW_PRIVATE_REGISTRIES: '127.0.0.0/8,::1/128',
      GROVE_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8,::1/128',
      ...settings,
    },
  });
  const { url, setupLink } = await announcement(server);
  const database = openDatabase(settings['DATABASE_URL'] ?? join(dataDir, 'grove.db'));
  return {
    url,
    database,
    dataSettings: { DATABASE_URL: settings['DATABASE_URL'] ?? '', GROVE_DATA_DIR: dataDir },
    setupLink,
    stop: async () => {
      await database.close();
      await endTied(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Grove extends RunningGrove {
  /** The uid of the organization. */
  rootUid: string;
  /** Cookies of the owner's session. */
  session: Awaited<ReturnType<APIRequestContext['storageState']>>;
}

/** Creates the organization and its owner. @returns the uid of its root group. */
export async function setUp(grove: RunningGrove, api: APIRequestContext): Promise<string> {
  const token = new URL(grove.setupLink).hash.slice(1);
  const made = await api.post(`${grove.url}/auth/v1/setup`, {
    data: { token, name: ORGANIZATION, ownerEmail: OWNER_EMAIL, ownerPassword: OWNER_PASSWORD },
  });
  expect(made.status()).toBe(200);
  return ((await made.json()) as { group: { uid: string } }).group.uid;
}

/** Signs the context in as the owner, or as another person with the same password. */
export async function signIn(
  api: APIRequestContext,
  { url = '', email = OWNER_EMAIL } = {},
): Promise<void> {
  const asked = await api.get(`${url}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const form = { csrfToken, email, password: OWNER_PASSWORD, json: 'true' };
  const answer = await api.post(`${url}/api/auth/callback/credentials`, { form });
  expect(answer.status()).toBe(200);
}

async function prepare(grove: RunningGrove, api: APIRequestContext): Promise<Grove> {
  const rootUid = await setUp(grove, api);
  await signIn(api);
  return { ...grove, rootUid, session: await api.storageState() };
}

interface TestFixtures {
  /** A page with the owner's session. */
  ownerPage: Page;
  /** An installation without an organization. */
  freshGrove: RunningGrove;
}

export interface WorkerOptions {
  /** The database of the Groves: SQLite or PostgreSQL. */
  engine: 'sqlite' | 'postgres';
  /** Tests with the same text share a Grove, and no other test uses it. */
  apart: string;
}

interface WorkerFixtures {
  /** Makes the settings of a Grove with a database of its own. */
  databaseSettings: () => Promise<Readonly<Record<string, string>>>;
  grove: Grove;
}

/* The browser logs expected error responses as errors. Every other error fails the test. */
const PROVOKED =
  /Failed to load resource: the server responded with a status of (400|401|403|404|409|429|500)/;

/** Reports violations of the page's policy as errors. Browsers do not log all of them. */
function reportPolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    reportError(new Error(`${violatedDirective} broken by ${blockedURI}`));
  });
}

function failOnConsole(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || PROVOKED.test(message.text())) return;
    problems.push(message.text());
  });
  return problems;
}

export const test = base.extend<TestFixtures, WorkerFixtures & WorkerOptions>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  apart: ['', { option: true, scope: 'worker' }],
  databaseSettings: [
    async ({ engine }, use) => {
      if (engine === 'sqlite') return use(async () => ({}));
      const server = await startPostgres();
      await use(async () => ({ DATABASE_URL: await newDatabase(server) }));
      await server.stop();
    },
    { scope: 'worker' },
  ],
  grove: [
    async ({ playwright, databaseSettings }, use) => {
      const grove = await startGrove(await databaseSettings());
      const api = await playwright.request.newContext({ baseURL: grove.url });
      await use(await prepare(grove, api));
      await api.dispose();
      await grove.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ grove }, use) => use(grove.url),
  page: async ({ page }, use) => {
    const problems = failOnConsole(page);
    await page.addInitScript(reportPolicy);
    await makeReady(page);
    await use(page);
    expect(problems).toEqual([]);
  },
  ownerPage: async ({ context, grove, page }, use) => {
    await context.addCookies(grove.session.cookies);
    // A worker signs in once, and runs for longer than 10 minutes, the age of a recent sign-in.
    await confirmSessions(grove, new Date());
    await use(page);
  },
  freshGrove: async ({ page, databaseSettings }, use) => {
    const grove = await startGrove(await databaseSettings());
    await use(grove);
    // The page may still send requests, so the page closes before the server stops.
    await page.goto('about:blank');
    await grove.stop();
  },
});

/** Sets the time of the last confirmed sign-in of all sessions. */
export const confirmSessions = ({ database }: RunningGrove, authenticatedTime: Date) =>
  database.rowsIn('Session').update({ data: { authenticatedTime } });

/** The console page of a group. */
export function groupUrl(uid: string, rest = ''): string {
  return `/groups/${uid.replaceAll('/', '.')}${rest}`;
}

let groupsMade = 0;

/** Creates a group through the API with the owner's session and returns its uid. */
export async function makeGroup(page: Page, grove: Grove, parent: string, name?: string) {
  groupsMade += 1;
  const answer = await page.request.post(`/iam/v2beta1/groups/${parent}`, {
    data: { name: name ?? `group ${groupsMade}` },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uid: string; name: string };
}
