import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { endTied, startTied } from '../../support/tied-process.ts';

/** Prints its process id, then does nothing. */
const IDLE = ['-e', 'process.stdout.write(`${process.pid}\\n`); setInterval(() => {}, 1e6)'];
const MODULE = join(import.meta.dirname, '../../support/tied-process.ts');
/** Starts that program and forwards its output. */
const STARTER = `
  import { startTied } from ${JSON.stringify(MODULE)};
  startTied(process.execPath, ${JSON.stringify(IDLE)}).stdout.pipe(process.stdout);
`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const firstLine = async (output: NodeJS.ReadableStream) =>
  Number(String((await once(output, 'data'))[0]));

describe('a process that is tied to the one that started it', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'ends when %s ends that one',
    async (signal) => {
      const starter = spawn(
        process.execPath,
        [...process.execArgv, '--input-type=module', '-e', STARTER],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const pid = await firstLine(starter.stdout);
      expect(isRunning(pid)).toBe(true);
      starter.kill(signal);
      await until(() => expect(isRunning(pid)).toBe(false));
    },
  );

  it('ends on a signal', async () => {
    const child = startTied(process.execPath, IDLE);
    const pid = await firstLine(child.stdout);
    expect(isRunning(pid)).toBe(true);
    await endTied(child);
    expect(isRunning(pid)).toBe(false);
    await endTied(child);
  });

  it('has the exit code and output of its program', async () => {
    const child = startTied(process.execPath, ['-e', 'console.log("out"); process.exit(7)']);
    const [told, [code]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
    expect([String(told[0]), code]).toEqual(['out\n', 7]);
  });

  it('reports a program that cannot be started', async () => {
    const child = startTied('/no/such/program', []);
    const [told, [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')]);
    expect([String(told[0]), code]).toEqual(['spawn /no/such/program ENOENT\n', 1]);
  });
});
