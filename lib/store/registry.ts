/** Repositories and tags, many at once, as a registry's contents are written. */
import type { Repo, Tag } from '#lib/generated/prisma/client.ts';
import { newChildUid } from '#lib/aip/uid.ts';
import { prepared } from './database.ts';
import type { Transaction } from './database.ts';
import { toRow } from './rows.ts';
import { insertRow, insertRows } from './writes.ts';

/** Names that a repository's `activeTags` has at most: the ones that changed last. */
export const MAX_ACTIVE_TAGS = 1_000;

export function repoNamed(parent: string, name: string): Repo | null {
  const row = prepared('SELECT * FROM "Repo" WHERE "parent" = ? AND "name" = ?').get(parent, name);
  return row === undefined ? null : (toRow('Repo', row as Record<string, unknown>) as Repo);
}

const TAGS = `SELECT * FROM "Tag"
  WHERE "parent" = ? AND "name" IN (SELECT value FROM json_each(?))`;

/** Those of the repository that have one of the names, by name. */
export function tagsNamed(repo: string, names: readonly string[]): Map<string, Tag> {
  const rows = prepared(TAGS).all(repo, JSON.stringify(names));
  const tags = rows.map((row) => toRow('Tag', row as Record<string, unknown>) as Tag);
  return new Map(tags.map((tag) => [tag.name, tag]));
}

/** The names of the repository's tags that have this digest and are not gone. */
export function tagNamesOf(repo: string, digest: string): string[] {
  const rows = prepared(
    `SELECT "name" FROM "Tag" WHERE "parent" = ? AND "digest" = ? AND NOT "deprecated"`,
  ).all(repo, digest);
  return (rows as { name: string }[]).map(({ name }) => name);
}

export async function insertRepo(tx: Transaction, parent: string, name: string): Promise<string> {
  const now = new Date();
  const uid = newChildUid(parent);
  await insertRow(tx, 'Repo', {
    uid,
    parent,
    name,
    bundles: [],
    aliases: [],
    activeTags: [],
    // A registry has it, but nobody has read it to its end yet.
    seenTime: new Date(0),
    createTime: now,
    updateTime: now,
  });
  return uid;
}

export async function insertTags(tx: Transaction, tags: readonly Tag[]): Promise<void> {
  if (tags.length > 0) await insertRows(tx, 'Tag', tags);
}

const UPDATED = [
  'digest',
  'deprecated',
  'mediaType',
  'sizeBytes',
  'architectures',
  'referrers',
  'seenTime',
  'updateTime',
] as const satisfies (keyof Tag)[];

/** Writes all that a registry may change of tags that are there. */
export async function updateTags(tx: Transaction, tags: readonly Tag[]): Promise<void> {
  if (tags.length === 0) return;
  const sets = UPDATED.map((column) => `"${column}" = json_extract(v."value", '$.${column}')`);
  const values = tags.map((tag) => ({
    ...tag,
    sizeBytes: Number(tag.sizeBytes),
    seenTime: tag.seenTime?.getTime() ?? null,
    updateTime: tag.updateTime.getTime(),
  }));
  await tx.$executeRawUnsafe(
    `UPDATE "Tag" SET ${sets.join(', ')}, "revision" = "revision" + 1
     FROM json_each(?) AS v WHERE "Tag"."uid" = json_extract(v."value", '$.uid')`,
    JSON.stringify(values),
  );
}

/** Notes that they are there still, which changes nothing that anybody is shown. */
export async function seeTags(tx: Transaction, uids: readonly string[], time: Date): Promise<void> {
  if (uids.length === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE "Tag" SET "seenTime" = ? WHERE "uid" IN (SELECT value FROM json_each(?))`,
    time.getTime(),
    JSON.stringify(uids),
  );
}

/** Marks the repository's tags that nobody has seen since. @returns how many. */
export function markGone(tx: Transaction, repo: string, since: Date): Promise<number> {
  return tx.$executeRawUnsafe(
    `UPDATE "Tag" SET "deprecated" = 1, "updateTime" = ?, "revision" = "revision" + 1
     WHERE "parent" = ? AND NOT "deprecated" AND ("seenTime" IS NULL OR "seenTime" < ?)`,
    Date.now(),
    repo,
    since.getTime(),
  );
}

/** Marks these tags, unless one was seen at `since` or later. @returns how many. */
export function markTagsGone(
  tx: Transaction,
  repo: string,
  { names, since }: { names: readonly string[]; since: Date },
): Promise<number> {
  return tx.$executeRawUnsafe(
    `UPDATE "Tag" SET "deprecated" = 1, "updateTime" = ?, "revision" = "revision" + 1
     WHERE "parent" = ? AND "name" IN (SELECT value FROM json_each(?)) AND NOT "deprecated"
       AND ("seenTime" IS NULL OR "seenTime" < ?)`,
    Date.now(),
    repo,
    JSON.stringify(names),
    since.getTime(),
  );
}

/** The group's repositories that once were read from a registry, but not since. */
export function reposUnseen(parent: string, since: Date, limit: number): string[] {
  const rows = prepared(
    `SELECT "uid" FROM "Repo" WHERE "parent" = ? AND "seenTime" < ? ORDER BY "uid" LIMIT ?`,
  ).all(parent, since.getTime(), limit);
  return (rows as { uid: string }[]).map(({ uid }) => uid);
}

export async function seeRepo(tx: Transaction, uid: string, time: Date): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE "Repo" SET "seenTime" = ? WHERE "uid" = ?`,
    time.getTime(),
    uid,
  );
}

/** Makes a repository say what its tags say: which there are, and when one last changed. */
export async function refreshRepo(tx: Transaction, uid: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE "Repo" SET "activeTags" = n."names", "updateTime" = max("updateTime", n."time"),
       "revision" = "revision" + 1
     FROM (SELECT
         (SELECT json_group_array("name") FROM (SELECT "name" FROM "Tag"
            WHERE "parent" = ? AND NOT "deprecated"
            ORDER BY "updateTime" DESC, "name" LIMIT ${MAX_ACTIVE_TAGS})) AS "names",
         (SELECT coalesce(max("updateTime"), 0) FROM "Tag" WHERE "parent" = ?) AS "time") AS n
     WHERE "uid" = ? AND (n."names" <> "activeTags" OR n."time" > "updateTime")`,
    uid,
    uid,
    uid,
  );
}

/** Sets what refers to an image, as JSON, on all tags that name it. @returns how many changed. */
export async function setReferrers(
  tx: Transaction,
  repo: string,
  { digest, referrers }: { digest: string; referrers: string },
): Promise<number> {
  return tx.$executeRawUnsafe(
    `UPDATE "Tag" SET "referrers" = ?, "updateTime" = ?, "revision" = "revision" + 1
     WHERE "parent" = ? AND "digest" = ? AND coalesce("referrers", '[]') <> ?`,
    referrers,
    Date.now(),
    repo,
    digest,
    referrers,
  );
}
