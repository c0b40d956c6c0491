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
import type { Keeper } from './triggers.ts';

/** Numbers sort before texts, and those before bytes. */
export const KEY_ENDS: KeyEnds = { noBytes: "x''", lowest: '-9e999', highest: "x''" };

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
    start: [`UPDATE "Tally" SET "below" = "below" WHERE "below" > ${sizes.from}`],
    isLast: true,
  };
}
