/**
 * Long rankings are counted in blocks, so that a position in them is found without walking there.
 * A block begins at its (key, tail) and goes up to the next one of its level. Small blocks (level
 * 0) hold some hundred entries. Large ones (level 1) begin where a small one does. The engines'
 * triggers count, split and join blocks with these statements, which both understand.
 */
import { LISTS_PER_TYPE } from '#lib/store/tables/orders.ts';

export interface BlockSizes {
  /** Groups with more rows below them have blocks. */
  from: number;
  /** A block is split in halves of this size, and joined with another below a quarter of it. */
  small: number;
  /** At least four times that of small blocks, so that one of them begins near each half. */
  large: number;
}

export const BLOCK_SIZES: BlockSizes = { from: 1_024, small: 256, large: 8_192 };

/** Expressions of an engine. */
export interface KeyEnds {
  noBytes: string;
  /** Below and above all keys of rankings. */
  lowest: string;
  highest: string;
}

/** The same of the row as it was. */
export const ofOld = (sql: string) => sql.replaceAll('NEW.', 'OLD.');

const IS_NEW = `"place" = NEW."place" AND "list" = NEW."list"`;
const IS_BLOCK = `${IS_NEW} AND "level" = NEW."level" AND "key" = NEW."key" AND "tail" = NEW."tail"`;
const COLUMNS = '("place", "list", "level", "key", "tail", "count")';

/** The block of a level that an entry belongs to. */
const blockOf = (level: string, sign: '<' | '<=', columns = '"key", "tail"') => `SELECT ${columns}
      FROM "RankingBlock"
      WHERE ${IS_NEW} AND "level" = ${level} AND ("key", "tail") ${sign} (NEW."key", NEW."tail")
      ORDER BY "key" DESC, "tail" DESC LIMIT 1`;

/**
 * Counts an entry of a ranking in or out. Small blocks come first: large ones are split by their
 * counts. Two searches for one block take SQLite less than comparing both columns with one.
 */
export function count(change: '+ 1' | '- 1'): string {
  return ['0', '1']
    .map(
      (level) => `UPDATE "RankingBlock" SET "count" = "count" ${change}
      WHERE ${IS_NEW} AND "level" = ${level} AND "key" = (${blockOf(level, '<=', '"key"')})
      AND "tail" = (${blockOf(level, '<=', '"tail"')});`,
    )
    .join('\n    ');
}

export const HAS_BLOCKS = `EXISTS (SELECT 1 FROM "RankingBlock" WHERE ${IS_NEW})`;

/** Whether the rankings of a kind of resource in a place have blocks. `NEW` is a tally. */
export const IS_BLOCKED = `EXISTS (SELECT 1 FROM "RankingBlock"
      WHERE "place" = NEW."place" AND ${ofType('NEW."type"')})`;

function ofType(type: string): string {
  return `"list" BETWEEN ${type} * ${LISTS_PER_TYPE} AND ${type} * ${LISTS_PER_TYPE} + ${LISTS_PER_TYPE - 1}`;
}

/** Makes the blocks of all rankings of a tally. */
export function begin({ small, large }: BlockSizes, { noBytes, lowest }: KeyEnds): string {
  const here = `"place" = NEW."place" AND ${ofType('NEW."type"')}`;
  return `INSERT INTO "RankingBlock" ${COLUMNS}
      SELECT NEW."place", e."list", 0, CASE e.n WHEN 0 THEN ${lowest} ELSE e."key" END,
        CASE e.n WHEN 0 THEN ${noBytes} ELSE e."tail" END,
        CASE WHEN e.size - e.n < ${2 * small} THEN e.size - e.n ELSE ${small} END
      FROM (SELECT "list", "key", "tail", count(*) OVER (PARTITION BY "list") AS size,
          row_number() OVER (PARTITION BY "list" ORDER BY "key", "tail") - 1 AS n
        FROM "Ranking" WHERE ${here}) AS e
      WHERE e.n % ${small} = 0 AND (e.n = 0 OR e.size - e.n >= ${small});
    INSERT INTO "RankingBlock" ${COLUMNS}
      SELECT NEW."place", b."list", 1, b."key", b."tail",
        lead(b.before, 1, b.size) OVER (PARTITION BY b."list" ORDER BY b."key", b."tail") - b.before
      FROM (SELECT s.*, lag(s.before) OVER (PARTITION BY s."list" ORDER BY s."key", s."tail") AS last
        FROM (SELECT "list", "key", "tail", sum("count") OVER (PARTITION BY "list") AS size,
            sum("count") OVER (PARTITION BY "list" ORDER BY "key", "tail"
              ROWS UNBOUNDED PRECEDING) - "count" AS before
          FROM "RankingBlock" WHERE ${here} AND "level" = 0) AS s) AS b
      WHERE b.last IS NULL
        OR (b.before / ${large} > b.last / ${large} AND b.size - b.before >= ${large / 2});`;
}

export const isFullSmall = ({ small }: BlockSizes) =>
  `NEW."level" = 0 AND NEW."count" > ${2 * small}`;

/** Splits a small block, which may have grown by many entries at once. */
export function splitSmall({ small }: BlockSizes): string {
  return `INSERT INTO "RankingBlock" ${COLUMNS}
      SELECT NEW."place", NEW."list", 0, e."key", e."tail",
        CASE WHEN NEW."count" - e.n < ${2 * small} THEN NEW."count" - e.n ELSE ${small} END
      FROM (SELECT r."key", r."tail", row_number() OVER (ORDER BY r."key", r."tail") - 1 AS n
        FROM (SELECT "key", "tail" FROM "Ranking"
          WHERE ${IS_NEW} AND ("key", "tail") >= (NEW."key", NEW."tail")
          ORDER BY "key", "tail" LIMIT NEW."count") AS r) AS e
      WHERE e.n > 0 AND e.n % ${small} = 0 AND NEW."count" - e.n >= ${small};
    UPDATE "RankingBlock" SET "count" = ${small} WHERE ${IS_BLOCK};`;
}

export const isFullLarge = ({ large }: BlockSizes) =>
  `NEW."level" = 1 AND NEW."count" > ${2 * large}`;

/** Splits a large block where small ones begin. */
export function splitLarge({ large }: BlockSizes, { noBytes, highest }: KeyEnds): string {
  const end = (column: string, last: string) => `coalesce((SELECT "${column}" FROM "RankingBlock"
        WHERE ${IS_NEW} AND "level" = 1 AND ("key", "tail") > (NEW."key", NEW."tail")
        ORDER BY "key", "tail" LIMIT 1), ${last})`;
  return `INSERT INTO "RankingBlock" ${COLUMNS}
      SELECT NEW."place", NEW."list", 1, b."key", b."tail",
        lead(b.before, 1, NEW."count") OVER (ORDER BY b."key", b."tail") - b.before
      FROM (SELECT s.*, lag(s.before) OVER (ORDER BY s."key", s."tail") AS last
        FROM (SELECT "key", "tail",
            sum("count") OVER (ORDER BY "key", "tail" ROWS UNBOUNDED PRECEDING) - "count" AS before
          FROM "RankingBlock" WHERE ${IS_NEW} AND "level" = 0
            AND ("key", "tail") >= (NEW."key", NEW."tail")
            AND ("key", "tail") < (${end('key', highest)}, ${end('tail', noBytes)})) AS s) AS b
      WHERE b.before / ${large} > b.last / ${large}
        AND NEW."count" - b.before >= ${large / 2};
    UPDATE "RankingBlock" SET "count" = (SELECT sum(b."count") FROM "RankingBlock" AS b
        WHERE b."place" = NEW."place" AND b."list" = NEW."list" AND b."level" = 0
        AND (b."key", b."tail") >= (NEW."key", NEW."tail")
        AND (b."key", b."tail") < (${end('key', highest)}, ${end('tail', noBytes)}))
      WHERE ${IS_BLOCK};`;
}

export const isSparse = ({ small, large }: BlockSizes) => `NEW."count" < OLD."count"
      AND NEW."count" < CASE NEW."level" WHEN 0 THEN ${small / 4} ELSE ${large / 4} END`;

/** Whether a block may become part of the one before it: not the first, nor where a larger begins. */
export const CAN_BE_JOINED = `EXISTS (${blockOf('NEW."level"', '<')})
      AND NOT EXISTS (SELECT 1 FROM "RankingBlock" WHERE ${IS_NEW} AND "level" > NEW."level"
        AND "key" = NEW."key" AND "tail" = NEW."tail")`;

export const JOIN = `DELETE FROM "RankingBlock" WHERE ${IS_BLOCK};
    UPDATE "RankingBlock" SET "count" = "count" + NEW."count"
      WHERE ${IS_NEW} AND "level" = NEW."level"
      AND ("key", "tail") = (${blockOf('NEW."level"', '<')});`;

/** Describes the blocks that do not hold what they count. */
export function wrongBlocks({ noBytes, highest }: KeyEnds): string[] {
  const blocks = (level: number) => `(SELECT b.*,
      coalesce(lead(b."key") OVER w, ${highest}) AS "endKey",
      coalesce(lead(b."tail") OVER w, ${noBytes}) AS "endTail"
    FROM "RankingBlock" AS b WHERE b."level" = ${level}
    WINDOW w AS (PARTITION BY b."place", b."list" ORDER BY b."key", b."tail")) AS b`;
  const within = (as: string) => `${as}."place" = b."place" AND ${as}."list" = b."list"
    AND (${as}."key", ${as}."tail") >= (b."key", b."tail")
    AND (${as}."key", ${as}."tail") < (b."endKey", b."endTail")`;
  const told = (what: string) =>
    `'a block in list ' || b."list" || ' of place ' || b."place" || ' ${what}' AS "text"`;
  return [
    `SELECT ${told('counts wrong')} FROM ${blocks(0)} WHERE b."count" <>
      (SELECT count(*) FROM "Ranking" AS r WHERE ${within('r')})`,
    `SELECT ${told('counts its small ones wrong')} FROM ${blocks(1)} WHERE b."count" <>
      (SELECT coalesce(sum(s."count"), 0) FROM "RankingBlock" AS s
       WHERE s."level" = 0 AND ${within('s')})`,
    `SELECT ${told('begins where no small one does')} FROM ${blocks(1)} WHERE NOT EXISTS
      (SELECT 1 FROM "RankingBlock" AS s WHERE s."place" = b."place" AND s."list" = b."list"
       AND s."level" = 0 AND s."key" = b."key" AND s."tail" = b."tail")`,
    `SELECT 'the blocks of list ' || b."list" || ' of place ' || b."place" || ' leave rows out'
        AS "text"
      FROM (SELECT "place", "list", sum("count") AS n FROM "RankingBlock"
        WHERE "level" = 0 GROUP BY 1, 2) AS b
      WHERE b.n <> (SELECT count(*) FROM "Ranking" AS r
        WHERE r."place" = b."place" AND r."list" = b."list")`,
  ];
}
