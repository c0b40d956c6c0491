/** Measures how long others wait while the server refuses files that are expensive to read. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  longDocuments,
  manySmallNodes,
  manyValues,
  oneLongRecord,
} from '../../e2e/support/hostile-imports.ts';
import { Connection } from '../client.ts';
import { peakMemory, startServer } from '../processes.ts';

const run = promisify(execFile);

const AT_A_TIME = 2;
const SETTLE_MS = 4_000;
const IDLE_MS = 2_000;

interface Place {
  env: Record<string, string>;
  group: string;
  token: string;
}

/** Each file has its own server, so that the peak memory is that file's. */
export async function measureHostile(folder: string, { env, group, token }: Place): Promise<void> {
  const files = {
    'archive of millions of nodes of one character': await manySmallNodes(),
    'record of 19 MiB': oneLongRecord(),
    'records of nothing but values': manyValues(),
    'YAML documents as long as they may be': longDocuments(),
  };
  const path = `/iam/v2beta1/groups/${group}`;
  console.log(
    '\n| file | sent kB | s | slowest GET before, ms | slowest GET, ms | peak MB | answer |\n| - | - | - | - | - | - | - |',
  );
  const sent = join(folder, 'hostile');
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(sent, file);
    const server = await startServer('Grove', 'server.ts', { env, path, token });
    try {
      // The pages load after the first response, which is no cost of the import.
      await slowestGet(server.port, path, token, wait(SETTLE_MS));
      const before = await slowestGet(server.port, path, token, wait(IDLE_MS));
      const start = performance.now();
      const url = `http://127.0.0.1:${server.port}/vulnerabilities/v2beta1/advisories:import?group_uid=${group}`;
      const send = async () => {
        const { stdout } = await run(process.execPath, ['bench/imports/send.ts', url, sent], {
          env: { ...process.env, BENCH_TOKEN: token },
        });
        return /"rejected":\d+/.exec(stdout)?.[0] ?? stdout.slice(0, 80);
      };
      const answers = Promise.all(Array.from({ length: AT_A_TIME }, send));
      const slowest = await slowestGet(server.port, path, token, answers);
      const seconds = (performance.now() - start) / 1_000;
      const [answer = ''] = await answers;
      const size = (file.byteLength / 1_000).toFixed(0);
      const numbers = [
        seconds.toFixed(1),
        before.toFixed(0),
        slowest.toFixed(0),
        peakMemory(server.pid).toFixed(0),
      ];
      console.log(`| ${[`${AT_A_TIME} × ${name}`, size, ...numbers, answer].join(' | ')} |`);
    } finally {
      await server.stop();
    }
  }
}

/** In milliseconds, of consecutive requests. */
async function slowestGet(
  port: number,
  path: string,
  token: string,
  until: Promise<unknown>,
): Promise<number> {
  const over = until.then(() => true);
  const connection = new Connection(port);
  let slowest = 0;
  try {
    while (!(await Promise.race([over, turn(false)]))) {
      const start = performance.now();
      await connection.send('GET', path, token);
      slowest = Math.max(slowest, performance.now() - start);
    }
  } finally {
    connection.close();
  }
  return slowest;
}
