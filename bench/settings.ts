/** Settings are read once per process, and this process uses several data sets. */
const shared = globalThis as { groveConfig?: unknown; groveKeys?: unknown; groveSecrets?: unknown };

/** The address in the tokens, wherever the servers listen. */
export const ADDRESS = 'http://grove.bench';

/** From now on this process uses the data of the folder. */
export function adoptSettings(env: Readonly<Record<string, string>>): void {
  delete shared.groveConfig;
  delete shared.groveKeys;
  delete shared.groveSecrets;
  Object.assign(process.env, env);
}
