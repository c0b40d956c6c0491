import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '#lib/import/advisories/test-archives.ts';
import { serverEnv, serverFlags } from '../../../scripts/lib/node.mjs';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

/** The memory limit of the container, in MB. */
const MOST = 384;
/** The heap limit in MB that Node.js chooses in such a container. The test has no container. */
const HEAP = 256;
const ADVISORIES = 2_000;
const OF_EACH_KIND = 6;
const ROUNDS = 15;

let server: ServerProcess;

beforeAll(async () => {
  // The machine may be busy.
  process.env['GROVE_SEARCH_TIMEOUT'] = '600';
  process.env['MALLOC_ARENA_MAX'] = serverEnv.MALLOC_ARENA_MAX;
  process.env['NODE_OPTIONS'] = [
    process.env['NODE_OPTIONS'],
    `--max-old-space-size=${HEAP}`,
    ...serverFlags,
  ]
    .join(' ')
    .trim();
  server = await newServerProcess();
  await server.start();
});

afterAll(() => server.remove());

const record = (id: number) => ({
  id: `GO-2024-${id}`,
  modified: '2025-02-03T04:05:06Z',
  details: 'What happens, and to whom. '.repeat(40),
  affected: [
    {
      package: { ecosystem: 'Go', name: `example.com/module/${id}` },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: `1.${id % 50}.0` }] }],
    },
  ],
});

async function send(path: string, body?: BodyInit): Promise<number> {
  const response = await fetch(`http://${server.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  for await (const chunk of response.body ?? []) void chunk;
  return response.status;
}

/** The server's peak memory since its start, in MB. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

it.runIf(process.platform === 'linux')(
  'an import, and exports, lists and creates at once, fit into a small container',
  async () => {
    const all = Array.from({ length: ADVISORIES }, (_, id) => [
      `${id}.json`,
      JSON.stringify(record(id)),
    ]);
    const file = zipOf(Object.fromEntries(all) as Record<string, string>);
    const [advisories, root] = ['/vulnerabilities/v2beta1/advisories', server.rootUid];
    expect(await send(`${advisories}:import?group_uid=${root}`, new Uint8Array(file))).toBe(200);
    const asked = Array.from({ length: OF_EACH_KIND }, async (_, nth) => {
      const create = (round: number) =>
        send(`/iam/v2beta1/groups/${root}`, JSON.stringify({ name: `${nth} ${round}` }));
      for (let round = 0; round < ROUNDS; round += 1) {
        const list = send(`${advisories}?uidp.descendants_of=${root}&page_size=200`);
        expect(await Promise.all([list, create(round)])).toEqual([200, 200]);
      }
    });
    const exports = ['osv', 'yaml'].map(async (format) => {
      for (let round = 0; round < 3; round += 1) {
        expect(await send(`${advisories}:export?group_uid=${root}&format=${format}`)).toBe(200);
      }
    });
    await Promise.all([...asked, ...exports]);
    expect(peakMemory()).toBeLessThan(MOST);
  },
);
