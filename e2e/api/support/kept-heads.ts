/** The heads of chains outside of the database, in memory and in the data folder. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '#lib/config.ts';
import { perProcess } from '#lib/per-process.ts';
import { FILE } from '#lib/service/record/kept-heads.ts';

export const keptHeadsFile = (): string => join(config().dataDir, FILE);

/** Clears the heads in memory, so that they are read from the file as in a new process. */
export function startKeptHeads(): void {
  perProcess('keptHeads').take();
}

/** Clears the heads in memory and in the file, as an attacker with the data folder could. */
export function forgetKeptHeads(): void {
  rmSync(keptHeadsFile(), { force: true });
  startKeptHeads();
}
