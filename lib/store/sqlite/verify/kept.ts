/** Compares the counts and rankings of the triggers with new ones. */
import { ancestorUids, isRootUid, pathUids } from '#lib/aip/uid.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { talliedAnew, wrongTallies } from '#lib/store/sql/advisory-tallies.ts';
import { wrongBlocks } from '#lib/store/sql/blocks.ts';
import { KEY_ENDS } from '#lib/store/sqlite/block-triggers.ts';
import { places } from '#lib/store/sqlite/places.ts';
import { listsOf, typeId, uidList } from '#lib/store/tables/orders.ts';
import type { Row, Statements } from './statements.ts';

interface Tally {
  id: number;
  uid: string;
  here: number;
  below: number;
  ranked: number;
}

const TALLIES = `SELECT p."id", p."uid", y."here", y."below", y."ranked" FROM "Tally" AS y
  JOIN "Place" AS p ON p."id" = y."place" WHERE y."type" = ?`;

/** The number of rows in each group and below it, computed only from their parents. */
function counted(
  statements: Statements,
  { type, container }: ResourceDefinition,
): Map<string, { here: number; below: number }> {
  const counts = new Map<string, { here: number; below: number }>();
  const sql = `SELECT "parent", count(*) AS n FROM "${type}" WHERE "parent" LIKE '_%' GROUP BY 1`;
  for (const { parent, n } of statements.rows<{ parent: string; n: number }>(sql)) {
    for (const uid of container === 'repo' ? ancestorUids(parent) : pathUids(parent)) {
      const count = counts.get(uid) ?? { here: 0, below: 0 };
      counts.set(uid, { here: count.here + (uid === parent ? n : 0), below: count.below + n });
    }
  }
  return counts;
}

function wrongCounts(statements: Statements, definition: ResourceDefinition): string[] {
  const { type } = definition;
  const left = counted(statements, definition);
  const wrong = statements.rows<Tally>(TALLIES, typeId(type)).flatMap(({ uid, here, below }) => {
    const count = left.get(uid) ?? { here: 0, below: 0 };
    left.delete(uid);
    if (count.here === here && count.below === below) return [];
    return [`${uid} has ${here} and ${below} of ${type} instead of ${JSON.stringify(count)}`];
  });
  // The audit events of a deleted group still exist.
  const uncounted = statements.column(
    'SELECT "uid" FROM "Group" WHERE "uid" IN (SELECT "value" FROM json_each(?))',
    JSON.stringify([...left.keys()]),
  );
  return [...wrong, ...uncounted.map((uid) => `${uid} has no count of ${type}`)];
}

/** The rankings that a place has of a kind of resource, once it has any. */
function listsIn(definition: ResourceDefinition, uid: string): [column: string, list: number][] {
  const lists = listsOf(definition);
  return isRootUid(uid) ? [...lists, ['uid', uidList(definition.type)]] : lists;
}

/** Rankings have as many entries as there are rows; a group itself is among groups. */
function wrongLengths(statements: Statements, groups: readonly string[] | undefined): string[] {
  const uids = new Set(groups?.flatMap(pathUids));
  const places = `SELECT "id" FROM "Place" WHERE "uid" IN (SELECT "value" FROM json_each(?))`;
  const sql = `SELECT "place", "list", count(*) AS n FROM "Ranking"
    ${groups === undefined ? 'WHERE ? IS NOT NULL' : `WHERE "place" IN (${places})`} GROUP BY 1, 2`;
  const these = JSON.stringify([...uids]);
  const rows = statements.rows<{ place: number; list: number; n: number }>(sql, these);
  const lengths = new Map(rows.map(({ place, list, n }) => [`${place} ${list}`, n]));
  const wrong = RESOURCES.flatMap((definition) => {
    const { type } = definition;
    const tallies = statements.rows<Tally>(`${TALLIES} AND y."ranked"`, typeId(type));
    const ranked = tallies.filter(({ uid }) => groups === undefined || uids.has(uid));
    return ranked.flatMap(({ id, uid, below }) =>
      listsIn(definition, uid).flatMap(([column, list]) => {
        const expected = below + (type === 'Group' ? 1 : 0);
        const length = lengths.get(`${id} ${list}`) ?? 0;
        lengths.delete(`${id} ${list}`);
        if (length === expected) return [];
        return [`${uid} ranks ${length} of ${expected} ${type} by ${column}`];
      }),
    );
  });
  return [...wrong, ...[...lengths.keys()].map((key) => `there is a stray ranking ${key}`)];
}

/**
 * Describes wrong counts and wrong lengths of rankings.
 *
 * @param groups whose rankings are counted, and those of the groups above; all if absent.
 */
export function wronglyCounted(statements: Statements, groups?: readonly string[]): string[] {
  const places = statements.column(
    `SELECT "uid" FROM "Place" WHERE "uid" NOT IN (SELECT "uid" FROM "Group") UNION ALL
     SELECT "uid" FROM "Group" WHERE "uid" NOT IN (SELECT "uid" FROM "Place")`,
  );
  return [
    ...places.map((uid) => `${uid} is a group or a place, but not both`),
    ...RESOURCES.flatMap((definition) => wrongCounts(statements, definition)),
    ...wrongLengths(statements, groups),
  ];
}

/** Describes the blocks of rankings that do not hold what they count. */
export function wronglyBlocked(statements: Statements): string[] {
  return wrongBlocks(KEY_ENDS).flatMap((sql) => statements.column(sql));
}

/** Describes wrong counts of advisories by their kinds. */
export function wronglyTallied(statements: Statements): string[] {
  return wrongTallies(talliedAnew(places)).flatMap((sql) => statements.column(sql));
}

/** How many rows of each table are looked up, beside the newest. */
const SAMPLE = 10_000;

/** The last row of each table. */
export function lastRows(statements: Statements): ReadonlyMap<string, number> {
  return new Map(
    RESOURCES.map(({ type }) => [type, statements.count(`SELECT max("rowid") FROM "${type}"`)]),
  );
}

/**
 * Describes the rows that are missing in a ranking above them.
 *
 * @param since checks all rows after it, and a sample of the earlier ones; all rows
 *   if absent.
 */
export function wronglyRanked(
  statements: Statements,
  since?: ReadonlyMap<string, number>,
): string[] {
  return RESOURCES.flatMap((definition) => {
    const { type } = definition;
    const last = since?.get(type) ?? 0;
    const places = statements.rows<Tally>(`${TALLIES} AND y."ranked"`, typeId(type));
    const ranked = new Map(places.map(({ uid, id }) => [uid, id]));
    if (ranked.size === 0) return [];
    const columns = ['uid', ...listsOf(definition).map(([column]) => column)];
    const rows = statements.each(
      `SELECT ${columns.map((column) => `"${column}"`).join()} FROM "${type}"
       WHERE "rowid" > ? OR "rowid" % ? = 0`,
      last,
      Math.ceil((last + 1) / SAMPLE),
    );
    const wrong: string[] = [];
    for (const row of rows) wrong.push(...unranked(statements, definition, ranked, row));
    return wrong;
  });
}

/** @param ranked the numbers of the places that have rankings of these rows. */
function unranked(
  statements: Statements,
  definition: ResourceDefinition,
  ranked: ReadonlyMap<string, number>,
  row: Row,
): string[] {
  const uid = String(row['uid']);
  const above = definition.type === 'Group' ? pathUids(uid) : ancestorUids(uid);
  return above.flatMap((place) => {
    const id = ranked.get(place);
    if (id === undefined) return [];
    const tail = Buffer.from(uid.slice(place.length).replaceAll('/', ''), 'hex');
    return listsIn(definition, place).flatMap(([column, list]) => {
      const key = column === 'uid' ? '' : (row[column] ?? null);
      const entry = statements.row(ENTRY, id, list, key, tail);
      return entry === undefined ? [`${place} does not rank ${uid} by ${column}`] : [];
    });
  });
}

const ENTRY =
  'SELECT 1 FROM "Ranking" WHERE "place" = ? AND "list" = ? AND "key" = ? AND "tail" = ?';
