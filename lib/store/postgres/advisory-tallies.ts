/** The triggers that count advisories by their kinds. */
import {
  ADVISORY_KINDS,
  BEGIN_COUNTING,
  IS_COUNTED,
  IS_RANKED_NOW,
  KEY,
  kindsOf,
  ofSameKinds,
  STOP_COUNTING,
  talliedAnew,
  tallyAll,
} from '#lib/store/sql/advisory-tallies.ts';
import { places } from './places.ts';
import type { Keeper } from './triggers.ts';

/** How many of some rows are of which kinds, by the group above them. */
const counted = (rows: string, which = 'TRUE') =>
  `SELECT p."id" AS "place", ${kindsOf('t')}, CAST(count(*) AS INTEGER) AS "count"
      FROM ${rows} AS t CROSS JOIN LATERAL (SELECT p."id" FROM ${places('t."uid"', false)}) AS p
      WHERE ${which} GROUP BY p."id", ${kindsOf('t')}`;

const countIn = (rows: string) => `INSERT INTO "AdvisoryTally" AS k ${counted(rows, IS_COUNTED)}
      ON CONFLICT ${KEY} DO UPDATE SET "count" = k."count" + excluded."count";`;

const countOut = (rows: string) => `UPDATE "AdvisoryTally" AS k SET "count" = k."count" - d."count"
      FROM (${counted(rows)}) AS d WHERE k."place" = d."place" AND ${ofSameKinds('k', 'd')};`;

export function keeperOfAdvisoryTallies(): Keeper {
  const columns = ADVISORY_KINDS.map((name) => `"${name}"`).join();
  return {
    triggers: [
      {
        // Its name puts it before the others, which may begin to count what is there with these rows.
        name: 'count_advisories_insert',
        when: 'AFTER INSERT ON "Advisory" REFERENCING NEW TABLE AS added FOR EACH STATEMENT',
        body: countIn('added'),
      },
      {
        name: 'count_advisories_delete',
        when: 'AFTER DELETE ON "Advisory" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT',
        body: countOut('removed'),
      },
      {
        name: 'count_advisories_update',
        when: `AFTER UPDATE OF ${columns} ON "Advisory" FOR EACH ROW
        WHEN (NOT ${ofSameKinds('OLD', 'NEW')})`,
        body: `${countOut('(SELECT OLD.*)')}\n    ${countIn('(SELECT NEW.*)')}`,
      },
      {
        name: 'count_advisories_begin',
        when: `AFTER UPDATE OF "ranked" ON "Tally" FOR EACH ROW WHEN (${IS_RANKED_NOW})`,
        body: BEGIN_COUNTING,
      },
      {
        name: 'count_advisories_end',
        when: 'AFTER DELETE ON "Group" FOR EACH ROW',
        body: STOP_COUNTING,
      },
    ],
    refill: tallyAll(talliedAnew(places)),
    isLast: true,
  };
}
