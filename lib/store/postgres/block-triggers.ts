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
import { dialect } from './dialect.ts';
import type { Keeper } from './triggers.ts';

/** Bytes of numbers are eight, and no text has this one. */
export const KEY_ENDS: KeyEnds = {
  noBytes: dialect.noBytes,
  lowest: dialect.lowestKey,
  highest: `'\\xffffffffffffffffff'::bytea`,
};

/** Counts all entries that a statement has inserted into the blocks of a level. */
const countAll = (level: number) => `UPDATE "RankingBlock" AS b SET "count" = b."count" + n."count"
  FROM (SELECT a."place", a."list", s."key", s."tail", count(*) AS "count"
    FROM added AS a CROSS JOIN LATERAL (SELECT r."key", r."tail" FROM "RankingBlock" AS r
      WHERE r."place" = a."place" AND r."list" = a."list" AND r."level" = ${level}
      AND (r."key", r."tail") <= (a."key", a."tail")
      ORDER BY r."key" DESC, r."tail" DESC LIMIT 1) AS s
    GROUP BY 1, 2, 3, 4) AS n
  WHERE b."place" = n."place" AND b."list" = n."list" AND b."level" = ${level}
  AND b."key" = n."key" AND b."tail" = n."tail";`;

export function keeperOfBlocks(sizes: BlockSizes): Keeper {
  const changed = 'AFTER UPDATE OF "count" ON "RankingBlock" FOR EACH ROW';
  return {
    triggers: [
      {
        name: 'keep_blocks_insert',
        when: 'AFTER INSERT ON "Ranking" REFERENCING NEW TABLE AS added FOR EACH STATEMENT',
        body: `${countAll(0)}\n  ${countAll(1)}`,
      },
      {
        name: 'keep_blocks_delete',
        when: 'AFTER DELETE ON "Ranking" FOR EACH ROW',
        body: `IF ${ofOld(HAS_BLOCKS)} THEN\n    ${ofOld(count('- 1'))}\n  END IF;`,
      },
      {
        name: 'keep_blocks_split',
        when: `${changed} WHEN (${isFullSmall(sizes)})`,
        body: splitSmall(sizes),
      },
      {
        name: 'keep_blocks_split_large',
        when: `${changed} WHEN (${isFullLarge(sizes)})`,
        body: splitLarge(sizes, KEY_ENDS),
      },
      {
        name: 'keep_blocks_join',
        when: `${changed} WHEN (${isSparse(sizes)})`,
        body: `IF ${CAN_BE_JOINED} THEN\n    ${JOIN}\n  END IF;`,
      },
      {
        name: 'keep_blocks_begin',
        when: `AFTER UPDATE OF "below" ON "Tally" FOR EACH ROW WHEN (NEW."below" > ${sizes.from})`,
        body: `IF NOT ${IS_BLOCKED} THEN\n    ${begin(sizes, KEY_ENDS)}\n  END IF;`,
      },
      {
        // Before the rankings of the group, which would be counted out entry by entry.
        name: 'keep_blocks_end',
        when: 'AFTER DELETE ON "Group" FOR EACH ROW',
        body: `DELETE FROM "RankingBlock"
    WHERE "place" = (SELECT "id" FROM "Place" WHERE "uid" = OLD."uid");`,
      },
    ],
    refill: ['DELETE FROM "RankingBlock"'],
    start: [`UPDATE "Tally" SET "below" = "below" WHERE "below" > ${sizes.from}`],
    isLast: true,
  };
}
