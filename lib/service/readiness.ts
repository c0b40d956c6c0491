import { prepared } from '#lib/store/database.ts';

/** Whether the database answers. */
export function isReady(): boolean {
  try {
    return prepared('SELECT count(*) FROM "Setting"').get() !== undefined;
  } catch {
    return false;
  }
}
