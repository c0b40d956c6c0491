import { all } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

/** Checks that the database responds. */
export async function isReady(): Promise<boolean> {
  try {
    await committed.count('Setting', all());
    return true;
  } catch {
    return false;
  }
}
