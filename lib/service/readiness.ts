import { all } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

/** Whether the database answers. */
export async function isReady(): Promise<boolean> {
  try {
    await committed.count('Setting', all());
    return true;
  } catch {
    return false;
  }
}
