/** Processes that end with their parent, even if it is killed with SIGKILL. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

export interface TiedOptions {
  /** The signal that ends the program; SIGTERM by default. */
  signal?: NodeJS.Signals;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** The watcher, which has the output and the exit code of its program. */
export type TiedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Starts a program under a watcher. The watcher holds a pipe to this process and ends the program
 * when the pipe closes.
 */
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

/** Ends the program and resolves once it has ended. */
export async function endTied(child: TiedProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin.end();
  await exited;
}
