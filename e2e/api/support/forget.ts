import { forgetValues } from '#lib/per-process.ts';

/** The values that modules hold from their load on. All others are read at each use. */
const LOADED = ['counts', 'headerSecret', 'outbox', 'trace'];

/**
 * Resets the process to its start, by forgetting the values that it has once: settings and caches. The
 * database has to be closed.
 */
export const forgetAll = (): void => forgetValues(LOADED);
