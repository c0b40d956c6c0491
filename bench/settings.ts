/** Settings are read once in a process, which is one data set too few here. */
const shared = globalThis as { groveConfig?: unknown; groveKeys?: unknown };

/** From now on this process uses the data of the folder. */
export function adoptSettings(env: Readonly<Record<string, string>>): void {
  delete shared.groveConfig;
  delete shared.groveKeys;
  Object.assign(process.env, env);
}
