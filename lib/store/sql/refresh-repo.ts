import { MAX_ACTIVE_TAGS } from '#lib/store/registry/repositories.ts';
import type { Dialect } from './dialect.ts';
import { given } from './given.ts';
import type { Plan } from './plan.ts';

/** Updates a repository from its tags. An unchanged repository keeps its revision. */
export function* refreshRepo(dialect: Dialect, uid: string): Plan<void> {
  yield {
    sql: `UPDATE "Repo" SET "activeTags" = n."names",
      "updateTime" = CASE WHEN n."time" > "updateTime" THEN n."time" ELSE "updateTime" END,
      "revision" = "revision" + 1
      FROM (SELECT
          (SELECT ${dialect.jsonArray('"name"')} FROM (SELECT "name" FROM "Tag"
             WHERE "parent" = ${given('text')} AND NOT "deprecated"
             ORDER BY "updateTime" DESC, "name" LIMIT ${MAX_ACTIVE_TAGS}) AS t) AS "names",
          (SELECT coalesce(max("updateTime"), 0) FROM "Tag" WHERE "parent" = ${given('text')}) AS "time") AS n
      WHERE "uid" = ${given('text')} AND (CAST(n."names" AS TEXT) <> CAST("activeTags" AS TEXT)
        OR n."time" > "updateTime")`,
    params: [uid, uid, uid],
  };
}
