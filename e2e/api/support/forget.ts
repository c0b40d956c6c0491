/** The members of `globalThis` that modules hold from their load on. All others are read at each use. */
const LOADED = ['groveCounts', 'groveOutbox', 'groveTrace'];

/**
 * Resets the process to its start, by deleting Grove's members of `globalThis`: settings and caches. The
 * database has to be closed.
 */
export function forgetAll(): void {
  for (const name of Object.keys(globalThis)) {
    if (name.startsWith('grove') && !LOADED.includes(name))
      Reflect.deleteProperty(globalThis, name);
  }
}
