/** The command line in a process of its own, as an operator runs it. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { CHEAPLY } from './pace.ts';

export interface Outcome {
  out: string;
  err: string;
  /** Null if it was killed. */
  code: number | null;
}

/** What `verify` says of sound data. */
export const SOUND: Outcome = {
  out: 'counts, references and secrets are as they should be\n',
  err: '',
  code: 0,
};

/**
 * @param env more variables for it.
 * @param input what it reads.
 * @param node arguments of Node.js.
 */
export function begin(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  node: readonly string[] = CHEAPLY,
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...process.execArgv, ...node, 'cli/main.ts', ...args], {
    env: { ...process.env, ...env },
  });
  child.stdin.end(input);
  return child;
}

/** Runs a command to its end. The parameters are those of `begin`. */
export async function grove(...command: Parameters<typeof begin>): Promise<Outcome> {
  const child = begin(...command);
  const exited = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exited;
  return { out, err, code: child.exitCode };
}
