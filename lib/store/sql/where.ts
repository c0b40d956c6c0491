/** Translates predicates into parts of a WHERE clause, on the table as `t`. */
import { folded } from '#lib/resources/names.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { Predicate, Value } from '#lib/store/predicates.ts';
import { foldedColumn, LONGEST_SEARCHED } from '#lib/store/tables/folded.ts';
import { whereBelow, namesFew } from './below.ts';
import type { Dialect } from './dialect.ts';
import { whereJoinContains } from './joined-column.ts';
import { joined, type Part } from './plan.ts';
import { encode, given, kindOf } from './values.ts';

export const ROOT_UID_LENGTH = 40;

function columnOf(table: TableName, column: string): string {
  kindOf(table, column);
  return `t."${column}"`;
}

function whereOne(table: TableName, column: string, value: Value): Part {
  const sql = columnOf(table, column);
  if (value === null) return { sql: `${sql} IS NULL`, params: [] };
  const kind = kindOf(table, column);
  return { sql: `${sql} = ${given(kind)}`, params: [encode(kind, value)] };
}

function whereOneOf(
  dialect: Dialect,
  table: TableName,
  column: string,
  values: readonly Value[],
): Part {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return whereOne(table, column, only);
  const kind = kindOf(table, column);
  const encoded = dialect.list(values.map((value) => encode(kind, value)));
  return { sql: dialect.whereListed(columnOf(table, column), kind), params: [encoded] };
}

/**
 * The databases fold only ASCII of aliases, which have no folded column. With more folded here, É would
 * not match itself.
 */
const foldedAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function wherePart(dialect: Dialect, table: TableName, column: string, text: string): Part {
  const searched = `lower(substr(${columnOf(table, column)}, 1, ${LONGEST_SEARCHED}))`;
  const name = foldedColumn(table, column);
  const stored = name === null ? searched : `coalesce(t."${name}", ${searched})`;
  return { sql: `${dialect.position}(${stored}, ?) > 0`, params: [folded(text)] };
}

// The rows of subqueries are counted as well.
const byAlias = ({ whereListed, metered }: Dialect) =>
  `t."uid" IN (SELECT "advisoryUid" FROM "AdvisoryAlias"
  WHERE ${metered(whereListed('"alias"', 'text'))})`;
const byPartOfAlias = ({ position, metered }: Dialect) =>
  `EXISTS (SELECT 1 FROM "AdvisoryAlias" AS a WHERE a."advisoryUid" = t."uid"
  AND ${metered(`${position}(lower(a."alias"), ?) > 0`)})`;
const inAliases = ({ position, jsonText }: Dialect) =>
  `${position}(lower(${jsonText('t."aliases"')}), ?) > 0`;

/** Text that JSON stores as it is, and that is not between the texts of an array. */
const SAME_IN_JSON = /^[ !#-+\--Z^-~]+$/;

/** To look at the aliases of each advisory one by one takes most of the time of a search. */
const partOfAlias = (dialect: Dialect, text: string): Part => ({
  sql: SAME_IN_JSON.test(text) ? inAliases(dialect) : byPartOfAlias(dialect),
  params: [text],
});

const byCapability = ({ elements, metered }: Dialect) =>
  `t."roleUid" IN (SELECT r."uid" FROM "Role" AS r WHERE ${metered(
    `EXISTS (SELECT 1 FROM ${elements('r."capabilities"', 'c')} WHERE c."value" = ${given('text')})`,
  )})`;

/** Each kind of second factor: what an account `a` has of it. */
const SECOND_FACTORS = ['AuthenticatorApp', 'Passkey'].map(
  (table) => `SELECT 1 FROM "${table}" AS f
    WHERE f."email" = a."email" AND f."activeTime" IS NOT NULL`,
);

const bySecondFactor = ({ metered }: Dialect, has: boolean) =>
  `t."uid" IN (SELECT a."identityUid" FROM "Account" AS a WHERE ${metered(
    `${has ? '' : 'NOT '}(${SECOND_FACTORS.map((one) => `EXISTS (${one})`).join(' OR ')})`,
  )})`;

/** As `groupOfBlock` has it. */
const GROUP_OF_BLOCK = `coalesce(b."blockedGroup", substr(b."uid", 1, ${ROOT_UID_LENGTH}))`;

/** A block of a person stops each identity that names them, at the block's group and below. */
const STOPPING_BLOCK = `SELECT 1 FROM "Identity" AS b
  WHERE b."issuer" = i."issuer" AND b."subject" = i."subject" AND b."blockedTime" IS NOT NULL
  AND substr(t."parent" || '/', 1, length(${GROUP_OF_BLOCK}) + 1) = ${GROUP_OF_BLOCK} || '/'`;

const BLOCKED_PATTERN = `i."blockedTime" IS NOT NULL AND (i."issuer" IS NULL OR i."subject" IS NULL)`;

const byStoppedIdentity = ({ metered }: Dialect) =>
  `EXISTS (SELECT 1 FROM "Identity" AS i
  WHERE i."uid" = t."identityUid" AND ${metered(`(i."unconfirmedTime" IS NOT NULL OR ${BLOCKED_PATTERN} OR EXISTS (${STOPPING_BLOCK}))`)})`;

function inRoot(table: TableName): Part {
  return table === 'Group'
    ? { sql: `t."parent" = ''`, params: [] }
    : { sql: `length(t."parent") = ${ROOT_UID_LENGTH}`, params: [] };
}

/**
 * Values are always parameters, never part of the text.
 *
 * @param isOfFew whether the conditions around this one leave few rows.
 */
export function toCondition(
  dialect: Dialect,
  table: TableName,
  predicate: Predicate,
  isOfFew = false,
): Part {
  switch (predicate.kind) {
    case 'is':
      return whereOne(table, predicate.column, predicate.value);
    case 'in':
      return whereOneOf(dialect, table, predicate.column, predicate.values);
    case 'compare': {
      const { column, sign, value } = predicate;
      const params = [encode(kindOf(table, column), value)];
      return { sql: `${columnOf(table, column)} ${sign} ?`, params };
    }
    case 'same':
      return {
        sql: `${columnOf(table, predicate.column)} = ${columnOf(table, predicate.other)}`,
        params: [],
      };
    case 'alike':
      return whereOneOf(dialect, table, `${predicate.column}Alike`, ['', ...predicate.forms]);
    case 'contains':
      return wherePart(dialect, table, predicate.column, predicate.text);
    case 'joinContains':
      return whereJoinContains(dialect, table, { ...predicate, text: folded(predicate.text) });
    case 'mentions': {
      const text = dialect.jsonText(columnOf(table, predicate.column));
      return { sql: `${dialect.position}(${text}, ?) > 0`, params: [predicate.uid] };
    }
    case 'below':
      return whereBelow(dialect, table, predicate.uids, isOfFew);
    case 'inRoot':
      return inRoot(table);
    case 'alias':
      return { sql: byAlias(dialect), params: [dialect.list(predicate.aliases)] };
    case 'aliasContains':
      return partOfAlias(dialect, foldedAscii(predicate.text));
    case 'grants':
      return { sql: byCapability(dialect), params: [predicate.capability] };
    case 'secondFactor':
      return { sql: bySecondFactor(dialect, predicate.has), params: [] };
    case 'stoppedIdentity':
      return { sql: byStoppedIdentity(dialect), params: [] };
    case 'past': {
      const now = dialect.now();
      return { sql: `${columnOf(table, predicate.column)} <= ${now.sql}`, params: now.params };
    }
    case 'not': {
      const { sql, params } = toCondition(dialect, table, predicate.of, isOfFew);
      return { sql: `NOT (${sql})`, params };
    }
    case 'any':
    case 'all': {
      const few = isOfFew || namesFew(predicate);
      const parts = predicate.of.map((one) => toCondition(dialect, table, one, few));
      return joined(parts, predicate.kind === 'any' ? 'OR' : 'AND');
    }
  }
}
