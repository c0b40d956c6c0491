/** Settings are read once in a process, which is one data set too few here. */
const shared = globalThis as { groveConfig?: unknown; groveKeys?: unknown };

/** The address that tokens are made for, wherever the servers listen. */
export const ADDRESS = 'http://grove.bench';

/** From now on this process uses the data of the folder. */
export function adoptSettings(env: Readonly<Record<string, string>>): void {
  delete shared.groveConfig;
  delete shared.groveKeys;
  Object.assign(process.env, env);
}
