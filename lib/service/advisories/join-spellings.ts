/**
 * Joins the advisories of packages that an earlier version kept apart by their spelling, such as
 * `Flask-AppBuilder` and `flask-appbuilder`. It happens once, at the first start of this version.
 */
import { programActor, recordAll, eventOf, type AuditEntry } from '#lib/audit/record.ts';
import { joinedRows, ofOnePackage } from '#lib/import/advisories/planning/joined-rows.ts';
import { UPDATED } from '#lib/import/advisories/run.ts';
import { advisory } from '#lib/resources/advisory.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { all, alike, is, isIn } from '#lib/store/predicates.ts';
import { committed, transaction, type Spelled, type Transaction } from '#lib/store/store.ts';

const KEY = 'advisories.spellings';

/** Which rules the stored advisories follow. */
const RULES = '1';

/** @returns how many advisories became a part of others. */
export async function joinSpellings(): Promise<number> {
  const done = await committed.first('Setting', is('key', KEY));
  if (done?.value === RULES) return 0;
  let count = 0;
  for (const one of await committed.spelled()) count += await transaction((tx) => joinIn(tx, one));
  await transaction((tx) => tx.put('Setting', { key: KEY, value: RULES }));
  return count;
}

async function joinIn(tx: Transaction, { parent, advisoryId, form }: Spelled): Promise<number> {
  const where = all(
    is('parent', parent),
    is('advisoryId', advisoryId),
    alike('artifactName', [form]),
  );
  const rows = await tx.getAll('Advisory', await tx.uids('Advisory', where, 'uid'));
  const groups = ofOnePackage(rows);
  const now = new Date();
  const pairs = groups.map((rows) => joinedRows(rows, now));
  const gone = pairs.flatMap(({ others }) => others);
  if (gone.length === 0) return 0;
  await tx.deleteAll(
    'Advisory',
    isIn<'uid'>(
      'uid',
      gone.map(({ uid }) => uid),
    ),
  );
  await tx.updateEach(
    'Advisory',
    pairs.map(({ joined }) => joined),
    [...UPDATED, 'createTime'],
  );
  await recordAll(
    tx,
    pairs.flatMap(({ joined, others }) => others.map((row) => entryOf(row, joined))),
  );
  return gone.length;
}

function entryOf(row: Advisory, joined: Advisory): AuditEntry {
  return {
    ...programActor('upgrade'),
    ...eventOf(advisory, 'delete', row.uid, row.parent),
    before: advisory.toJson(row),
    after: { joinedWith: joined.uid, artifactName: joined.artifactName },
  };
}
