/** Limits how many imports of the process read at a time. The others wait for their turn. */

const THREADS = 3;

interface Places {
  free: number;
  waiting: (() => void)[];
}

/** Next bundles a second copy of this module. */
const shared = globalThis as typeof globalThis & { groveImportThreads?: Places };

/** Resolves once there is a place, with the function that frees it. */
export async function inTurn(): Promise<() => void> {
  const places = (shared.groveImportThreads ??= { free: THREADS, waiting: [] });
  if (places.free > 0) places.free -= 1;
  else await new Promise<void>((resolve) => places.waiting.push(resolve));
  return () => {
    const next = places.waiting.shift();
    if (next === undefined) places.free += 1;
    else next();
  };
}
