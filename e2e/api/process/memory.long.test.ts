import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { zipOf } from '#lib/import/advisories/test-archives.ts';
import { FOR_EACH_CALLER } from '#lib/service/advisories/file-concurrency.ts';
import { mallocEnv, serverFlags } from '../../../scripts/lib/node.mjs';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { smallContainer } from '../support/small-container.ts';

/** The memory limit of the container, in MB. */
const MOST = 384;
/** The heap limit in MB that Node.js chooses in such a container, since there may be none. */
const HEAP = 256;
const ADVISORIES = 5_000;
const OF_EACH_KIND = 6;
const ROUNDS = 15;

const container = smallContainer(MOST * 1_024 * 1_024);
let server: ServerProcess;

beforeAll(async () => {
  // The machine may be busy.
  process.env['GROVE_SEARCH_TIMEOUT'] = '600';
  Object.assign(process.env, mallocEnv);
  process.env['NODE_OPTIONS'] = [
    process.env['NODE_OPTIONS'],
    `--max-old-space-size=${HEAP}`,
    ...serverFlags,
  ]
    .join(' ')
    .trim();
  server = await newServerProcess();
  await (container?.starting(() => server.start()) ?? server.start());
});

afterAll(async () => {
  await server.remove();
  container?.remove();
});

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

async function send(path: string, body?: BodyInit, token = server.token): Promise<number> {
  const response = await ask(path, body, token);
  for await (const chunk of response.body ?? []) void chunk;
  return response.status;
}

function ask(path: string, body?: BodyInit, token = server.token): Promise<Response> {
  return fetch(`http://${server.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
}

/** The token of another viewer, who may run exports beside those of others. */
async function newViewer(name: string): Promise<string> {
  const create = async (path: string, body: object) =>
    (await (await ask(path, JSON.stringify(body))).json()) as { uid: string };
  const claimMatch = { issuer: 'https://issuer.example', subject: name };
  const { uid } = await create(`/iam/v2beta1/identities/${server.rootUid}`, { name, claimMatch });
  const { roles } = (await (await ask('/iam/v2beta1/roles?name=viewer')).json()) as {
    roles: { uid: string }[];
  };
  const binding = { identityUid: uid, roleUid: roles[0]?.uid };
  await create(`/iam/v2beta1/roleBindings/${server.rootUid}`, binding);
  return mintToken(uid, 3_600);
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
    const viewers = Array.from({ length: OF_EACH_KIND / FOR_EACH_CALLER }, (_, nth) => `${nth}`);
    const tokens = await Promise.all(viewers.map(newViewer));
    const exports = tokens.flatMap((token) =>
      ['osv', 'yaml'].map(async (format) => {
        const path = `${advisories}:export?group_uid=${root}&format=${format}`;
        expect(await send(path, undefined, token)).toBe(200);
      }),
    );
    await Promise.all([...asked, ...exports]);
    // The system takes back pages of files, of the program too, before it kills a process.
    if (container === null) expect(peakMemory()).toBeLessThan(MOST);
  },
);
