/** Some tags of one repository, read because somebody told that they changed. */
import type { SyncCounts } from '#lib/resources/registry-source.ts';
import { transaction } from '#lib/store/database.ts';
import {
  insertRepo,
  markTagsGone,
  refreshRepo,
  repoNamed,
  tagsNamed,
} from '#lib/store/registry.ts';
import type { RegistryClient } from './client.ts';
import { Referrers } from './referrers.ts';
import { applyLooks, lookAtTags } from './tags.ts';

const BATCH = 100;

/**
 * @throws RegistryError UNAVAILABLE where the registry does not answer; what cannot be read of it
 *   otherwise is counted as skipped.
 */
export async function readTags(
  { client, group }: { client: RegistryClient; group: string },
  repository: string,
  tags: readonly string[],
): Promise<Omit<SyncCounts, 'repositories'>> {
  const total = { tags: 0, created: 0, updated: 0, unchanged: 0, gone: 0, skipped: 0 };
  const reader = { client, referrers: new Referrers(client) };
  for (let at = 0; at < tags.length; at += BATCH) {
    const names = tags.slice(at, at + BATCH);
    const repo = repoNamed(group, repository);
    const known = repo === null ? new Map<string, never>() : tagsNamed(repo.uid, names);
    const found = await lookAtTags(reader, repository, names, known);
    const gone = found.looks.filter(({ kind }) => kind === 'gone').map(({ name }) => name);
    const isKnown = repo !== null || gone.length < names.length;
    if (!isKnown) continue;
    const changes = await transaction(async (tx) => {
      const uid = repoNamed(group, repository)?.uid ?? (await insertRepo(tx, group, repository));
      const { problems, ...counts } = await applyLooks(tx, { uid, name: repository }, found);
      const left = await markTagsGone(tx, uid, { names: gone, since: found.begun });
      await refreshRepo(tx, uid);
      return { ...counts, gone: left, skipped: problems.length };
    });
    for (const [count, more] of Object.entries(changes) as [keyof typeof total, number][]) {
      total[count] += more;
    }
  }
  return total;
}
