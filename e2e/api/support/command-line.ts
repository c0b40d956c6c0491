/** The command line: in a process of its own, as an operator runs it, or in the process of the test. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { PACE } from '#lib/settings/pace.ts';
import { closeDatabase } from '#lib/store/store.ts';
import { runCommand } from '../../../cli/run.ts';
import { forgetAll } from './forget.ts';
import { CHEAP, CHEAPLY } from './pace.ts';

export interface Outcome {
  out: string;
  err: string;
  /** The exit code; null if the process was killed. */
  code: number | null;
}

/** The outcome of `verify` for sound data. */
export const SOUND: Outcome = {
  out: 'counts, references and secrets are as they should be\n',
  err: '',
  code: 0,
};

/** The same where nobody owns some of the root groups, as among rows of every kind. */
export const SOUND_WITHOUT_OWNERS: Outcome = {
  ...SOUND,
  out: expect.stringContaining(SOUND.out.trim()) as string,
};

/**
 * @param env more variables for the command.
 * @param input its standard input.
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

/**
 * Runs a command in this process, which takes a tenth of the time. The process is
 * reset before and after it. Nothing else may run in it meanwhile.
 */
export async function groveHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  await closeDatabase();
  forgetAll();
  const [variables, pace] = [{ ...process.env }, { ...PACE }];
  Object.assign(process.env, env);
  Object.assign(PACE, CHEAP);
  try {
    const { out, err, code } = await runCommand([...args]);
    // A command that found problems has set `process.exitCode`.
    return { out, err, code: code === 0 ? Number(process.exitCode ?? 0) : code };
  } finally {
    process.exitCode = undefined;
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, variables);
    Object.assign(PACE, pace);
    forgetAll();
  }
}
