/** What modules hold from when they were loaded; all else is read from `globalThis` at each use. */
const LOADED = ['groveCounts', 'groveOutbox', 'groveTrace'];

/**
 * Makes the process as if it had just started: settings and caches hang on
 * `globalThis`. The database has to be closed.
 */
export function forgetAll(): void {
  for (const name of Object.keys(globalThis)) {
    if (name.startsWith('grove') && !LOADED.includes(name))
      Reflect.deleteProperty(globalThis, name);
  }
}
