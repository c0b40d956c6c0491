/** Files that are expensive to read delay their sender, not other callers. */
import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manySmallNodes, oneLongRecord } from '../../support/hostile-imports.ts';
import type { Json } from '../harness.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const AT_A_TIME = 2;
const ENOUGH = 15;

let server: ServerProcess;
let url: string;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await newServerProcess();
  url = `http://${server.address}`;
  headers = { authorization: `Bearer ${server.token}` };
  await server.start();
});

afterAll(() => server.remove());

async function send(file: Uint8Array): Promise<Json> {
  const path = `/vulnerabilities/v2beta1/advisories:import?group_uid=${server.rootUid}`;
  const body = new Uint8Array(file);
  const response = await fetch(url + path, { method: 'POST', headers, body });
  return (await response.json()) as Json;
}

/** How many reads, one after the other, are answered before that: so many are enough. */
async function readsBefore(end: Promise<unknown>): Promise<number> {
  const over = end.then(() => true);
  for (let reads = 0; ; reads += 1) {
    if (reads === ENOUGH || (await Promise.race([over, turn(false)]))) return reads;
    const response = await fetch(`${url}/iam/v2beta1/groups`, { headers });
    await response.text();
    expect(response.status).toBe(200);
  }
}

/** The server's peak memory in MB; 0 if the system does not report it. */
function peakMemory(): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

it.each([
  ['an archive of millions of nodes', manySmallNodes, 2],
  ['a record of 19 MiB', oneLongRecord, 1],
])('refuses %s while others are answered', async (_, make, rejected) => {
  const file = await make();
  const answers = Promise.all(Array.from({ length: AT_A_TIME }, () => send(file)));
  // The benchmark says how long each may take. Here other tests run at the same time.
  expect(await readsBefore(answers)).toBe(ENOUGH);
  for (const answer of await answers) expect(answer).toMatchObject({ created: 0, rejected });
  expect(peakMemory()).toBeLessThan(600);
});
