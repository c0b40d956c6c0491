/** The heads of chains that are kept outside of the database. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '#lib/config.ts';
import { FILE } from '#lib/service/record/kept-heads.ts';

export const keptHeadsFile = (): string => join(config().dataDir, FILE);

/** As in a new process, which reads the file. */
export function startKeptHeads(): void {
  Object.assign(globalThis, { groveKeptHeads: undefined });
}

/** As somebody does who has the data folder too. */
export function forgetKeptHeads(): void {
  rmSync(keptHeadsFile(), { force: true });
  startKeptHeads();
}
