/** Settings are read once per process, and this process uses several data sets. */
import { perProcess } from '#lib/per-process.ts';

/** The address in the tokens, wherever the servers listen. */
export const ADDRESS = 'http://grove.bench';

/** From now on this process uses the data of the folder. */
export function adoptSettings(env: Readonly<Record<string, string>>): void {
  for (const name of ['config', 'keys', 'secrets']) perProcess(name).take();
  Object.assign(process.env, env);
}
