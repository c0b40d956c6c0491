/** `npm run bench -- --encodings`: what compression of answers saves, and costs the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from './client.ts';
import { cpuSeconds, startServer } from './processes.ts';
import { ADDRESS, adoptSettings } from './settings.ts';

const ADVISORIES = 200;
const REQUESTS = 500;
const WARM_UP = 100;

const record = (id: number) => ({
  id: `GO-2024-${id}`,
  modified: '2025-02-03T04:05:06Z',
  aliases: [`CVE-2024-${id}`],
  summary: `A flaw in package ${id}`,
  affected: [
    {
      package: { ecosystem: 'Go', name: `example.com/module/${id}` },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: `1.${id % 50}.0` }] }],
    },
  ],
});

/** Prints a table, in Markdown. */
export async function measureEncodings(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-bench-'));
  try {
    const env = {
      GROVE_DATA_DIR: join(folder, 'data'),
      GROVE_URL: ADDRESS,
      GROVE_RATE_LIMITS_OFF: '1',
    };
    adoptSettings(env);
    const { group, token } = await filledGroup(join(folder, 'osv.json'));
    const list = `/vulnerabilities/v2beta1/advisories?uidp.children_of=${group}&page_size=${ADVISORIES}`;
    const path = `/iam/v2beta1/groups/${group}`;
    const server = await startServer('Grove', 'server.ts', { env, path, token });
    const connection = new Connection(server.port);
    console.log('| Accept-Encoding | kB | CPU ms |\n| - | -: | -: |');
    for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
      const ask = () =>
        connection.send('GET', list, token, undefined, [`accept-encoding: ${encoding}`]);
      for (let count = 0; count < WARM_UP; count += 1) await ask();
      const before = cpuSeconds(server.pid);
      for (let count = 0; count < REQUESTS; count += 1) await ask();
      const ms = ((cpuSeconds(server.pid) - before) * 1_000) / REQUESTS;
      const { body } = await ask();
      console.log(`| ${encoding} | ${(body.byteLength / 1_000).toFixed(0)} | ${ms.toFixed(2)} |`);
    }
    connection.close();
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function filledGroup(path: string): Promise<{ group: string; token: string }> {
  const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
  const { createOrganization } = await import('#lib/service/people/organization.ts');
  const { importAs } = await import('#lib/service/advisories/import-advisories.ts');
  const { programActor } = await import('#lib/audit/record.ts');
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  await openDatabase();
  const owner = { name: 'bench', ownerEmail: 'owner@example.com' };
  const { group, identity } = await createOrganization(owner);
  const token = await mintToken(String(identity['uid']), 3_600, { url: ADDRESS });
  const records = Array.from({ length: ADVISORIES }, (_, id) => record(id));
  writeFileSync(path, JSON.stringify(records));
  const groupUid = String(group['uid']);
  const sources = [{ path, name: 'osv.json' }];
  const open = () => Promise.resolve({ sources, close: () => Promise.resolve() });
  await importAs(programActor('bench'), { groupUid, open, validateOnly: false });
  await closeDatabase();
  return { group: groupUid, token };
}
