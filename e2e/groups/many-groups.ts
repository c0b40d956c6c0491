/** Inserts groups into a test's database, because ten thousand requests would take long and test nothing more. */
import type { RunningGrove } from '../fixtures.ts';
import { newSegment } from '../support/segment.ts';

/** @returns the uids, in the order of the names. */
export async function insertGroups(
  { database }: RunningGrove,
  parent: string,
  names: readonly string[],
): Promise<string[]> {
  const now = new Date();
  const groups = names.map((name) => ({
    uid: `${parent}/${newSegment()}`,
    parent,
    name,
    description: '',
    resourceLimits: {},
    verified: false,
    createTime: now,
    updateTime: now,
    revision: 1,
  }));
  await database.rowsIn('Group').createMany(groups);
  return groups.map(({ uid }) => uid);
}
