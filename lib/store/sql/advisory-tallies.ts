/**
 * Advisories are filtered by several kinds together, such as critical ones that are not fixed. No
 * ranking counts those, so `AdvisoryTally` does, for groups that have rankings. The engines' triggers
 * keep it with these statements, which both understand.
 *
 * A group gets all of its rows when it gets its ranking, and keeps them, be they of 0.
 */
import { typeId } from '#lib/store/tables/orders.ts';

/** The columns of `Advisory` and `AdvisoryTally` with a few values each. */
export const ADVISORY_KINDS = ['severity', 'status', 'artifactType'] as const;

const columnsOf = (row: string) => ADVISORY_KINDS.map((name) => `${row}."${name}"`);

/** Of a row of advisories or counts. */
export const kindsOf = (row: string) => columnsOf(row).join(', ');

/** Whether two rows are of the same kinds. */
export const ofSameKinds = (one: string, other: string) =>
  `(${kindsOf(one)}) = (${kindsOf(other)})`;

/** Whether the group `p` is counted. */
export const IS_COUNTED = `EXISTS (SELECT 1 FROM "AdvisoryTally" AS c WHERE c."place" = p."id")`;

/** The columns of `AdvisoryTally`, and those that name a row. */
export const KEY = `("place", ${ADVISORY_KINDS.map((name) => `"${name}"`).join(', ')})`;
const INTO = `INSERT INTO "AdvisoryTally" ${KEY.slice(0, -1)}, "count")`;

/** Whether a group has just got its ranking of advisories. `NEW` is a tally. */
export const IS_RANKED_NOW = `NEW."type" = ${typeId('Advisory')} AND NEW."ranked" AND NOT OLD."ranked"`;

/** Counts what is there by then, with what is being inserted. */
export const BEGIN_COUNTING = `${INTO}
      SELECT p."id", ${kindsOf('t')}, CAST(count(*) AS INTEGER) FROM "Place" AS p
      JOIN "Advisory" AS t ON t."uid" > p."uid" || '/' AND t."uid" < p."uid" || '0'
      WHERE p."id" = NEW."place" GROUP BY p."id", ${kindsOf('t')};`;

/** `OLD` is a group. */
export const STOP_COUNTING = `DELETE FROM "AdvisoryTally"
      WHERE "place" = (SELECT "id" FROM "Place" WHERE "uid" = OLD."uid");`;

/**
 * The counts of all groups. Each row is read once.
 *
 * @param placesAbove the source of the groups above a row as `p`.
 */
export const talliedAnew = (placesAbove: (uid: string, withSelf: boolean) => string) =>
  `SELECT p."id" AS "place", ${kindsOf('t')}, CAST(sum(t."n") AS INTEGER) AS "count"
    FROM (SELECT a."parent", ${kindsOf('a')}, count(*) AS "n" FROM "Advisory" AS a
      GROUP BY a."parent", ${kindsOf('a')}) AS t
    CROSS JOIN ${placesAbove('t."parent"', true)} GROUP BY p."id", ${kindsOf('t')}`;

const ofRanked = (anew: string) => `SELECT n.* FROM (${anew}) AS n WHERE n."place" IN (
    SELECT y."place" FROM "Tally" AS y WHERE y."type" = ${typeId('Advisory')} AND y."ranked")`;

/** @param anew from {@link talliedAnew}. */
export const tallyAll = (anew: string) => [
  'DELETE FROM "AdvisoryTally"',
  `${INTO} ${ofRanked(anew)}`,
];

/**
 * Describes what is counted wrongly, one text a row.
 *
 * @param anew from {@link talliedAnew}.
 */
export function wrongTallies(anew: string): string[] {
  const kept = `SELECT k."place", ${kindsOf('k')}, k."count" FROM "AdvisoryTally" AS k
    WHERE k."count" <> 0`;
  const expected = ofRanked(anew);
  const differing = (left: string, right: string, what: string) =>
    `SELECT coalesce((SELECT p."uid" FROM "Place" AS p WHERE p."id" = d."place"), 'a lost place')
      || ' ${what} ' || d."count" || ' advisories of ' || ${columnsOf('d').join(" || ' ' || ")} AS "text"
     FROM (SELECT * FROM (${left}) AS l EXCEPT SELECT * FROM (${right}) AS r) AS d`;
  return [differing(kept, expected, 'counts'), differing(expected, kept, 'does not count')];
}
