/** Starts a Grove with the demo organization, filled while it runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OWNER_PASSWORD, type RunningGrove, startGrove } from '../fixtures.ts';

export async function startDemoGrove(): Promise<RunningGrove> {
  const grove = await startGrove();
  const args = ['cli/main.ts', 'demo', '--owner-password', OWNER_PASSWORD];
  const { GROVE_URL: _url, ...env } = process.env;
  const demo = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...env, ...grove.dataSettings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [problem, [code]] = await Promise.all([text(demo.stderr), once(demo, 'close')]);
  if (code !== 0) {
    await grove.stop();
    throw new Error(`the demo could not be made:\n${problem}`);
  }
  return grove;
}
