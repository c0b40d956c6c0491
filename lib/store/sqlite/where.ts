/** Translates predicates into parts of a WHERE clause, on the table as `t`. */
import { belowRange } from '#lib/aip/uid.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { Predicate, Value } from '#lib/store/predicates.ts';
import { encode, kindOf } from './values.ts';

export interface Condition {
  sql: string;
  params: readonly unknown[];
}

const ROOT_UID_LENGTH = 40;
/** One parameter for any number of values, so that the statement stays the same. */
const VALUES = '(SELECT value FROM json_each(?))';

function columnOf(table: TableName, column: string): string {
  kindOf(table, column);
  return `t."${column}"`;
}

function isOne(table: TableName, column: string, value: Value): Condition {
  const sql = columnOf(table, column);
  if (value === null) return { sql: `${sql} IS NULL`, params: [] };
  return { sql: `${sql} = ?`, params: [encode(kindOf(table, column), value)] };
}

function isOneOf(table: TableName, column: string, values: readonly Value[]): Condition {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return isOne(table, column, only);
  const kind = kindOf(table, column);
  const encoded = JSON.stringify(values.map((value) => encode(kind, value)));
  return { sql: `${columnOf(table, column)} IN ${VALUES}`, params: [encoded] };
}

/** SQLite folds only ASCII. Folding more here would prevent É from matching itself. */
function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const BY_ALIAS = `t."uid" IN (SELECT "advisoryUid" FROM "AdvisoryAlias" WHERE "alias" IN ${VALUES})`;
const BY_PART_OF_ALIAS = `EXISTS (SELECT 1 FROM "AdvisoryAlias" AS a
  WHERE a."advisoryUid" = t."uid" AND instr(lower(a."alias"), ?) > 0)`;
const BY_CAPABILITY = `t."roleUid" IN (SELECT r."uid" FROM "Role" AS r
  WHERE EXISTS (SELECT 1 FROM json_each(r."capabilities") AS c WHERE c.value = ?))`;

function joined(table: TableName, of: readonly Predicate[], word: 'AND' | 'OR'): Condition {
  const parts = of.map((one) => toCondition(table, one));
  const [only, ...others] = parts;
  if (only === undefined) return { sql: word === 'AND' ? '1' : '0', params: [] };
  if (others.length === 0) return only;
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(` ${word} `),
    params: parts.flatMap(({ params }) => params),
  };
}

function inRoot(table: TableName): Condition {
  return table === 'Group'
    ? { sql: `t."parent" = ''`, params: [] }
    : { sql: `length(t."parent") = ${ROOT_UID_LENGTH}`, params: [] };
}

/** Values are always parameters, never part of the text. */
export function toCondition(table: TableName, predicate: Predicate): Condition {
  switch (predicate.kind) {
    case 'is':
      return isOne(table, predicate.column, predicate.value);
    case 'in':
      return isOneOf(table, predicate.column, predicate.values);
    case 'compare': {
      const { column, sign, value } = predicate;
      const params = [encode(kindOf(table, column), value)];
      return { sql: `${columnOf(table, column)} ${sign} ?`, params };
    }
    case 'contains': {
      const sql = `instr(lower(${columnOf(table, predicate.column)}), ?) > 0`;
      return { sql, params: [folded(predicate.text)] };
    }
    case 'below': {
      const { after, before } = belowRange(predicate.uid);
      return { sql: 't."uid" > ? AND t."uid" < ?', params: [after, before] };
    }
    case 'inRoot':
      return inRoot(table);
    case 'alias':
      return { sql: BY_ALIAS, params: [JSON.stringify(predicate.aliases)] };
    case 'aliasContains':
      return { sql: BY_PART_OF_ALIAS, params: [folded(predicate.text)] };
    case 'grants':
      return { sql: BY_CAPABILITY, params: [predicate.capability] };
    case 'not': {
      const { sql, params } = toCondition(table, predicate.of);
      return { sql: `NOT (${sql})`, params };
    }
    case 'any':
      return joined(table, predicate.of, 'OR');
    case 'all':
      return joined(table, predicate.of, 'AND');
  }
}
