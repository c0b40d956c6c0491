/** Imports of large files from the command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { commandEnv, commandFlags } from '../../scripts/lib/node.mjs';
import { peakMemory } from '../processes.ts';
import type { Corpus } from './corpora.ts';

const LOOK_EVERY_MS = 20;

interface Place {
  env: Record<string, string>;
  group: string;
}

/** Imports each file twice. The second import changes nothing. */
export async function measureCommands(corpora: readonly Corpus[], place: Place): Promise<void> {
  console.log('| corpus | run | s | peak MB | result |\n| - | - | - | - | - |');
  for (const corpus of corpora) {
    for (const run of ['first', 'again']) {
      const { seconds, peakMb, output } = await importByCommand(corpus.path, place);
      const cells = [corpus.name, run, seconds.toFixed(1), peakMb.toFixed(0), output];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
}

async function importByCommand(path: string, { env, group }: Place) {
  const start = performance.now();
  const command = ['cli/main.ts', 'import', 'advisories', path, '--group', group];
  const child = spawn(process.execPath, [...process.execArgv, ...commandFlags, ...command], {
    env: { ...process.env, ...commandEnv, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMb = 0;
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, peakMemory(child.pid ?? 0) || 0);
  }, LOOK_EVERY_MS);
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearInterval(look);
  return { seconds: (performance.now() - start) / 1_000, peakMb, output: output.trim() };
}
