import { MAX_ACTIVE_TAGS } from '#lib/store/registry/repositories.ts';
import type { Connection } from './connection.ts';

const REFRESH = `UPDATE "Repo" SET "activeTags" = n."names",
    "updateTime" = max("updateTime", n."time"), "revision" = "revision" + 1
  FROM (SELECT
      (SELECT json_group_array("name") FROM (SELECT "name" FROM "Tag"
         WHERE "parent" = ? AND NOT "deprecated"
         ORDER BY "updateTime" DESC, "name" LIMIT ${MAX_ACTIVE_TAGS})) AS "names",
      (SELECT coalesce(max("updateTime"), 0) FROM "Tag" WHERE "parent" = ?) AS "time") AS n
  WHERE "uid" = ? AND (n."names" <> "activeTags" OR n."time" > "updateTime")`;

/** Updates a repository from its tags. An unchanged repository keeps its revision. */
export function refreshRepo(connection: Connection, uid: string): void {
  connection.prepared(REFRESH).run(uid, uid, uid);
}
