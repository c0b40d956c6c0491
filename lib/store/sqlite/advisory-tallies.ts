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

const COUNT_IN = `INSERT INTO "AdvisoryTally" SELECT p."id", ${kindsOf('NEW')}, 1
      FROM ${places('NEW."uid"', false)} WHERE ${IS_COUNTED}
      ON CONFLICT ${KEY} DO UPDATE SET "count" = "count" + 1;`;

const COUNT_OUT = `UPDATE "AdvisoryTally" SET "count" = "count" - 1
      WHERE ${ofSameKinds('"AdvisoryTally"', 'OLD')}
      AND "place" IN (SELECT p."id" FROM ${places('OLD."uid"', false)});`;

export function keeperOfAdvisoryTallies(): Keeper {
  const bodies = {
    // Before the others, which may begin to count what is there with the new row.
    insert: ['BEFORE INSERT ON "Advisory"', COUNT_IN],
    delete: ['AFTER DELETE ON "Advisory"', COUNT_OUT],
    update: [
      `AFTER UPDATE OF ${ADVISORY_KINDS.map((name) => `"${name}"`).join()} ON "Advisory"
      WHEN NOT ${ofSameKinds('OLD', 'NEW')}`,
      `${COUNT_OUT}\n    ${COUNT_IN}`,
    ],
    begin: [`AFTER UPDATE OF "ranked" ON "Tally" WHEN ${IS_RANKED_NOW}`, BEGIN_COUNTING],
    end: ['BEFORE DELETE ON "Group"', STOP_COUNTING],
  };
  const triggers = Object.entries(bodies).map(([what, [when, body]]): [string, string] => {
    const name = `count_advisories_${what}`;
    return [name, `CREATE TRIGGER "${name}" ${when} BEGIN\n    ${body}\n  END`];
  });
  return { triggers: new Map(triggers), refill: tallyAll(talliedAnew(places)), isLast: true };
}
