/**
 * `npm run bench -- --costs`: how long the requests of one organization wait while another sends the
 * most costly allowed requests.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOidcIssuer } from '../e2e/support/oidc-issuer.ts';
import type { OidcIssuer } from '../e2e/support/oidc-issuer.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { Connection } from './client.ts';
import { drive } from './load.ts';
import { UNREACHED } from './measure.ts';
import { startServer } from './processes.ts';
import type { RunningServer } from './processes.ts';
import { ADDRESS, adoptSettings } from './settings.ts';

const WINDOW_MS = 5_000;
const ADVISORIES = 100;
/** Of an advisory, in characters: as many as it may have. */
const LARGE = 1_000_000;
/** The number of concurrent callers, and of requests on each connection of a costly caller. */
const CALLERS = 8;
const PATTERNS = 200;

interface Caller {
  root: string;
  token: string;
}

/** One costly request. Its answer does not matter. */
type Costly = (connection: Connection) => Promise<unknown>;

/** Prints a table, in Markdown. */
export async function measureCosts(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-bench-'));
  const issuer = await startOidcIssuer();
  try {
    const env = {
      GROVE_DATA_DIR: join(folder, 'data'),
      GROVE_URL: ADDRESS,
      GROVE_ALLOW_PRIVATE_ISSUERS: '127.0.0.0/8,::1/128',
      GROVE_RATE_LIMITS_OFF: '1',
      ...UNREACHED,
    };
    adoptSettings(env);
    const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
    await openDatabase();
    const [modest, costly] = [await newCaller('modest'), await newCaller('costly')];
    await fillWithPatterns(costly.root, issuer.issuer);
    await fillWithAdvisories(costly.root);
    const path = `/iam/v2beta1/groups/${modest.root}`;
    const server = await startServer('Grove', 'server.ts', { env, path, token: modest.token });
    try {
      console.log('| beside | p50 ms | p99 ms | longest, ms |\n| - | - | - | - |');
      const all: [string, Costly | null][] = [
        ['nothing', null],
        ['identities with patterns that are new', postsOf(costly, 20, 230)],
        ['bodies with 3,000 patterns', postsOf(costly, 3_000, 1)],
        ['tokens that are compared with 200 patterns', tokensOf(costly, issuer)],
        ['lists of 100 advisories of a megabyte', listsOf(costly)],
      ];
      for (const [name, send] of all) {
        console.log(
          `| ${[name, ...(await measureBeside(server, path, modest, send))].join(' | ')} |`,
        );
      }
    } finally {
      await server.stop();
    }
    await closeDatabase();
  } finally {
    await issuer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newCaller(name: string): Promise<Caller> {
  const { createOrganization } = await import('#lib/service/people/organization.ts');
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  const { group, identity } = await createOrganization({
    name,
    ownerEmail: `${name}@example.com`,
    ownerPassword: 'four words make a passphrase',
  });
  const token = await mintToken(String(identity['uid']), 3_600, { url: ADDRESS });
  return { root: String(group['uid']), token };
}

/** The maximum number of patterns for one issuer, each of the maximum size. */
async function fillWithPatterns(root: string, issuer: string): Promise<void> {
  const { transaction } = await import('#lib/store/store.ts');
  const time = new Date();
  await transaction(async (tx) => {
    for (let nth = 0; nth < PATTERNS; nth += 1) {
      await tx.insert('Identity', {
        uid: newChildUid(root),
        parent: root,
        name: `pattern ${nth}`,
        issuer,
        subjectPattern: `(?:\\b?s?){120}${nth}`,
        claims: {},
        claimPatterns: {},
        lastSeenTime: time,
        createTime: time,
        updateTime: time,
      });
    }
  });
}

async function fillWithAdvisories(root: string): Promise<void> {
  const { transaction } = await import('#lib/store/store.ts');
  const time = new Date();
  const eventOf = (nth: number) => ({
    uid: nth.toString(16),
    createTime: time.toISOString(),
    author: '',
    detection: { nvdApi: { cpeSearched: '', cpeFound: `vers:apk/1.${nth}` } },
  });
  const count = Math.floor(LARGE / (JSON.stringify(eventOf(0)).length + 1));
  const events = Array.from({ length: count }, (_, nth) => eventOf(nth));
  for (let nth = 0; nth < ADVISORIES; nth += 1) {
    await transaction(async (tx) => {
      await tx.insert('Advisory', {
        uid: newChildUid(root),
        parent: root,
        advisoryId: `CVE-2026-${nth}`,
        artifactName: `package ${nth % 4}`,
        artifactType: 'apk',
        severity: 0,
        severities: [],
        status: 'DETECTION',
        aliases: [],
        events,
        createTime: time,
        updateTime: time,
      });
    });
  }
}

function listsOf({ token }: Caller): Costly {
  const path = '/vulnerabilities/v2beta1/advisories?page_size=200';
  return (connection) => connection.send('GET', path, token);
}

/** Bodies with this number of patterns and instructions. No pattern occurs twice, so none is cached. */
function postsOf({ root, token }: Caller, patterns: number, size: number): Costly {
  return (connection) => {
    const name = randomBytes(8).toString('hex');
    const claimPatterns = Object.fromEntries(
      Array.from({ length: patterns }, (_, at) => [`c${at}`, `(?:a|b)*${name}${at}a{${size}}`]),
    );
    const claimMatch = { issuer: 'https://issuer.example.com', subject: name, claimPatterns };
    const body = JSON.stringify({ name, claimMatch });
    return connection.send('POST', `/iam/v2beta1/identities/${root}`, token, body);
  };
}

/** A token of a new subject each time, of the maximum length that patterns are compared with. */
function tokensOf({ root }: Caller, { sign }: OidcIssuer): Costly {
  return async (connection) => {
    const sub = 's'.repeat(240) + randomBytes(8).toString('hex');
    const token = await sign({ sub, aud: ADDRESS });
    return connection.send('GET', `/iam/v2beta1/groups/${root}`, token);
  };
}

async function measureBeside(
  server: RunningServer,
  path: string,
  { token }: Caller,
  costly: Costly | null,
): Promise<string[]> {
  const end = performance.now() + WINDOW_MS;
  const callers = Array.from({ length: costly === null ? 0 : CALLERS }, async () => {
    const connection = new Connection(server.port);
    while (performance.now() < end) await costly?.(connection);
    connection.close();
  });
  const session = async (send: (method: string, path: string) => Promise<string>) => {
    await send('GET', path);
  };
  const figures = await drive([server], { session, token, connections: 1, ms: WINDOW_MS });
  await Promise.all(callers);
  return [figures.p50, figures.p99, figures.longest].map((figure) => figure.toFixed(1));
}
