/** The triggers that keep the blocks of rankings. */
import {
  begin,
  CAN_BE_JOINED,
  count,
  HAS_BLOCKS,
  IS_BLOCKED,
  isFullLarge,
  isFullSmall,
  isSparse,
  JOIN,
  ofOld,
  splitLarge,
  splitSmall,
} from '#lib/store/sql/blocks.ts';
import type { BlockSizes, KeyEnds } from '#lib/store/sql/blocks.ts';
import { LISTS_PER_TYPE } from '#lib/store/tables/orders.ts';
import { dialect } from './dialect.ts';
import type { Keeper } from './triggers.ts';

/** Numbers sort before texts, and those before bytes. */
export const KEY_ENDS: KeyEnds = {
  noBytes: dialect.noBytes,
  lowest: dialect.lowestKey,
  highest: "x''",
};

export function keeperOfBlocks(sizes: BlockSizes): Keeper {
  const bodies = {
    insert: [`AFTER INSERT ON "Ranking" WHEN ${HAS_BLOCKS}`, count('+ 1')],
    delete: [`AFTER DELETE ON "Ranking" WHEN ${ofOld(HAS_BLOCKS)}`, ofOld(count('- 1'))],
    split: [
      `AFTER UPDATE OF "count" ON "RankingBlock" WHEN ${isFullSmall(sizes)}`,
      splitSmall(sizes),
    ],
    split_large: [
      `AFTER UPDATE OF "count" ON "RankingBlock" WHEN ${isFullLarge(sizes)}`,
      splitLarge(sizes, KEY_ENDS),
    ],
    join: [
      `AFTER UPDATE OF "count" ON "RankingBlock" WHEN ${isSparse(sizes)} AND ${CAN_BE_JOINED}`,
      JOIN,
    ],
    begin: [
      `AFTER UPDATE OF "below" ON "Tally" WHEN NEW."below" > ${sizes.from} AND NOT ${IS_BLOCKED}`,
      begin(sizes, KEY_ENDS),
    ],
    // Before the rankings of the group, which would be counted out entry by entry.
    end: [
      `BEFORE DELETE ON "Group"`,
      `DELETE FROM "RankingBlock"
      WHERE "place" = (SELECT "id" FROM "Place" WHERE "uid" = OLD."uid");`,
    ],
  };
  const triggers = Object.entries(bodies).map(([what, [when, body]]): [string, string] => {
    const name = `keep_blocks_${what}`;
    return [name, `CREATE TRIGGER "${name}" ${when} BEGIN\n    ${body}\n  END`];
  });
  return {
    triggers: new Map(triggers),
    refill: ['DELETE FROM "RankingBlock"'],
    start: [smallBlocks(sizes), largeBlocks(sizes)],
    isLast: true,
  };
}

/**
 * The small blocks of all long rankings, as the trigger makes those of one. A trigger can only number
 * all entries, which takes four times as long as walking from one block to the next.
 */
function smallBlocks({ from, small }: BlockSizes): string {
  const { noBytes, lowest } = KEY_ENDS;
  const next = (column: string) => `(SELECT r."${column}" FROM "Ranking" AS r
      WHERE r."place" = b."place" AND r."list" = b."list"
      AND (r."key", r."tail") >= (b."key", b."tail")
      ORDER BY r."key", r."tail" LIMIT 1 OFFSET ${small})`;
  return `INSERT INTO "RankingBlock" ("place", "list", "level", "key", "tail", "count")
    WITH RECURSIVE b("place", "list", "key", "tail", "rest") AS (
      SELECT r."place", r."list", ${lowest}, ${noBytes}, count(*) FROM "Ranking" AS r
      GROUP BY r."place", r."list"
      HAVING (SELECT y."below" FROM "Tally" AS y
        WHERE y."place" = r."place" AND y."type" = r."list" / ${LISTS_PER_TYPE}) > ${from}
      UNION ALL
      SELECT b."place", b."list", ${next('key')}, ${next('tail')}, b."rest" - ${small} FROM b
      WHERE b."rest" >= ${2 * small} ORDER BY 1, 2)
    SELECT "place", "list", 0, "key", "tail",
      CASE WHEN "rest" < ${2 * small} THEN "rest" ELSE ${small} END FROM b`;
}

/** The large blocks of these small ones. */
function largeBlocks({ large }: BlockSizes): string {
  return `INSERT INTO "RankingBlock" ("place", "list", "level", "key", "tail", "count")
    SELECT b."place", b."list", 1, b."key", b."tail", lead(b.before, 1, b.size) OVER w - b.before
    FROM (SELECT s.*, lag(s.before) OVER w AS last
      FROM (SELECT "place", "list", "key", "tail", sum("count") OVER (PARTITION BY "place", "list") AS size,
          sum("count") OVER (PARTITION BY "place", "list" ORDER BY "key", "tail"
            ROWS UNBOUNDED PRECEDING) - "count" AS before
        FROM "RankingBlock" WHERE "level" = 0) AS s
      WINDOW w AS (PARTITION BY s."place", s."list" ORDER BY s."key", s."tail")) AS b
    WHERE b.last IS NULL
      OR (b.before / ${large} > b.last / ${large} AND b.size - b.before >= ${large / 2})
    WINDOW w AS (PARTITION BY b."place", b."list" ORDER BY b."key", b."tail")`;
}
