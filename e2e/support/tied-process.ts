/** Processes that end with the one that started them, whatever ends that: even SIGKILL. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

export interface TiedOptions {
  /** What ends it. SIGTERM unless told otherwise. */
  signal?: NodeJS.Signals;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** The watcher, which has the output and the exit code of what it watches. */
export type TiedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a program under a watcher, which holds a pipe from here and ends it once that closes. */
export function startTied(
  command: string,
  args: readonly string[],
  { signal = 'SIGTERM', cwd, env }: TiedOptions = {},
): TiedProcess {
  const watcher = join(import.meta.dirname, 'watch-process.mjs');
  return spawn(process.execPath, [watcher, signal, command, ...args], {
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env }),
  });
}

/** Resolves once it is gone. */
export async function endTied(child: TiedProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin.end();
  await exited;
}
