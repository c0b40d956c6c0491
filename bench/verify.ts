/**
 * `npm run bench -- --verify`: checks on large data what the tests check on small. Works on a copy
 * of the data set, because the workloads rely on its rows.
 */
import { Random } from '../cli/demo/random.ts';
import { dataSet } from './data-set.ts';
import type { Size } from './sizes.ts';
import { ADDRESS, adoptSettings } from './settings.ts';
import { verifyAccess } from './verify/access.ts';
import { addCallers } from './verify/callers.ts';
import { verifyCrashes } from './verify/crashes.ts';
import { addOtherRows } from './verify/other-rows.ts';
import { verifyPages } from './verify/pages.ts';
import { verifySorted } from './verify/sorted.ts';
import { withCopy } from './verify/working-copy.ts';
import { World } from './verify/world.ts';

/**
 * Prints a line for each check that passes.
 *
 * @param seed of all random values except the times of the crashes.
 * @param only part of the names of the checks to run.
 * @throws Error for the first failure, with the seed.
 */
export async function verify(size: Size, seed: string, only: string): Promise<void> {
  const { folder, landmarks } = dataSet(size);
  // Copies start from a data set that already has the work of a first start.
  adoptSettings({ GROVE_DATA_DIR: folder, GROVE_URL: ADDRESS });
  const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
  await openDatabase();
  await closeDatabase();
  await withCopy(folder, async (copy) => {
    adoptSettings({ GROVE_DATA_DIR: copy, GROVE_URL: ADDRESS });
    const check = async (name: string, work: () => Promise<string>) => {
      if (!name.includes(only)) return;
      const start = performance.now();
      const found = await work().catch((error: unknown) => {
        throw new Error(`${size.name}: ${name} with --seed ${seed} failed`, { cause: error });
      });
      const seconds = Math.round((performance.now() - start) / 1_000);
      console.log(`${size.name}: ${name}: ${found} (${seconds} s)`);
    };
    await check('lists', () => verifySorted(copy, seed));
    const world = new World(copy, landmarks);
    try {
      await world.start();
      addOtherRows(world, new Random(`rows ${seed}`));
      await addCallers(world, new Random(`callers ${seed}`));
      await check('pages', () => verifyPages(world, seed));
      await check('access', () => verifyAccess(world, seed));
      await check('crashes', () => verifyCrashes(world, seed));
    } finally {
      await world.close();
    }
  });
}
