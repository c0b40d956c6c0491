/** Grove under `next start`, in a process of its own with the settings and the data of the test. */
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { endTied, startTied } from '../../support/tied-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NEXT = createRequire(import.meta.url).resolve('next/dist/bin/next');

export interface NextServer {
  /** Sends the signal. @returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Kills the process. */
  close(): Promise<void>;
}

/** @throws Error with its output if the process ends before it is ready. */
export async function startUnderNext(port: number): Promise<NextServer> {
  const args = [NEXT, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
  const server = startTied(process.execPath, args, { signal: 'SIGKILL', cwd: ROOT, env });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ready = new Promise<true>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(' is ready at ')) resolve(true);
    });
  });
  const ended = once(server, 'exit') as Promise<[number | null]>;
  if ((await Promise.race([ready, ended])) !== true) {
    throw new Error(`next start ended; npm run build makes what it needs:\n${output}`);
  }
  return {
    async end(signal) {
      server.kill(signal);
      return (await ended)[0];
    },
    close: () => endTied(server),
  };
}
