/** A proxy program between clients and servers, in a folder of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endTied, startTied } from './tied-process.ts';

export interface ProxyProcess {
  port: number;
  stop(): Promise<void>;
}

export interface ProxyProgram {
  port: number;
  /** The files of the program's folder: a text for each name. */
  files: Readonly<Record<string, string>>;
  command: string;
  args: (folder: string) => readonly string[];
  /** True once the program is ready. */
  answers: () => Promise<boolean>;
}

export async function startProxy(program: ProxyProgram): Promise<ProxyProcess> {
  const { port, files, command, args, answers } = program;
  const folder = mkdtempSync(join(tmpdir(), 'grove-proxy-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = startTied(command, args(folder), { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-4_000)));
  }
  while (!(await answers().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${output}`);
    await wait(50);
  }
  return {
    port,
    async stop() {
      await endTied(child);
      rmSync(folder, { recursive: true });
    },
  };
}
