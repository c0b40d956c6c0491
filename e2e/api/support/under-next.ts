/** Grove under `next start`, in a process of its own with the settings and the data of the test. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { endTied, startTied } from '../../support/tied-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NEXT = createRequire(import.meta.url).resolve('next/dist/bin/next');

/** @throws Error with what it printed if it ends before it is ready. */
export async function startUnderNext(port: number): Promise<{ close(): Promise<void> }> {
  const args = [NEXT, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
  const server = startTied(process.execPath, args, { signal: 'SIGKILL', cwd: ROOT, env });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ready = new Promise<void>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Grove is ready')) resolve();
    });
  });
  const ended = once(server, 'exit').then(() => {
    throw new Error(`next start ended:\n${output}`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  return { close: () => endTied(server) };
}
