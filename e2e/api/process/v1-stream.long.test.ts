import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import { closeDatabase, transaction } from '#lib/store/store.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { databaseSettings } from '../support/test-database.ts';

const REPOS = 200_000;
const CHUNK = 10_000;
/**
 * The allowed bytes above the memory of the ready server. The items alone are some 60 MB of JSON, and
 * the driver of PostgreSQL first makes a text of each value.
 */
const MAX_GROWTH = ('DATABASE_URL' in databaseSettings() ? 250 : 150) * 1024 * 1024;

let server: ServerProcess;

beforeAll(async () => {
  server = await newServerProcess();
  for (let from = 0; from < REPOS; from += CHUNK) await insertRepos(from);
  await closeDatabase();
  await server.start();
});

afterAll(() => server.remove());

async function insertRepos(from: number): Promise<void> {
  const time = new Date();
  const rows = Array.from({ length: CHUNK }, (_, index) => ({
    uid: newChildUid(server.rootUid),
    parent: server.rootUid,
    name: `repo-${from + index}`,
    description: 'An image',
    catalogTier: 'APPLICATION' as const,
    bundles: [],
    aliases: [],
    activeTags: ['latest'],
    readme: 'Run it.',
    seenTime: null,
    createTime: time,
    updateTime: time,
    revision: 1,
  }));
  await transaction((tx) => tx.insertAll('Repo', rows));
}

async function open(path: string): Promise<IncomingMessage> {
  const [hostname, port] = server.address.split(':');
  const headers = { authorization: `Bearer ${server.token}` };
  const sent = request({ hostname, port, path, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

/** The server's peak memory since its start, in bytes. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** How often the text occurs, also across the borders of chunks. */
async function occurrences(answer: IncomingMessage, text: string): Promise<number> {
  let count = 0;
  let rest = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    const parts = (rest + String(chunk)).split(text);
    count += parts.length - 1;
    rest = (parts.at(-1) ?? '').slice(1 - text.length);
  }
  return count;
}

it.runIf(process.platform === 'linux')(
  'a list of 200,000 repositories streams in little memory while others are answered',
  async () => {
    const before = peakMemory();
    for (const filter of ['descendants_of', 'children_of']) {
      const answer = await open(`/registry/v1/repos?uidp.${filter}=${server.rootUid}`);
      expect(answer.statusCode).toBe(200);
      const counted = occurrences(answer, `{"id":"${server.rootUid}/`);
      const over = counted.then(() => true);
      let meanwhile = 0;
      while (!(await Promise.race([over, new Promise((done) => setTimeout(done, 20, false))]))) {
        (await open(`/iam/v1/groups?id=${server.rootUid}`)).resume();
        meanwhile += 1;
      }
      expect(await counted).toBe(REPOS);
      expect(meanwhile).toBeGreaterThan(5);
    }
    expect(peakMemory() - before).toBeLessThan(MAX_GROWTH);
  },
);
