/** Conditions on rows below some groups. */
import { belowRange } from '#lib/aip/uid.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from './dialect.ts';
import { joined, type Part } from './plan.ts';
import { inSubtree } from './tallies.ts';

/** The databases bound how long a condition may be. Of some ranges they may choose another index. */
const MOST_RANGES = 100;

/** Columns of which few rows have the same value, and which have an index. */
const NAMING = ['uid', 'parent', 'name', 'digest', 'advisoryId', 'identityUid'];

/** Whether a condition leaves few rows wherever they are. */
export function namesFew(predicate: Predicate): boolean {
  const { kind } = predicate;
  if (kind === 'all') return predicate.of.some(namesFew);
  return (
    kind === 'alias' || ((kind === 'is' || kind === 'in') && NAMING.includes(predicate.column))
  );
}

/** @param isOfFew whether other conditions leave few rows, which are then looked at one by one. */
export function whereBelow(
  dialect: Dialect,
  table: TableName,
  uids: readonly string[],
  isOfFew: boolean,
): Part {
  if (uids.length > MOST_RANGES) {
    return isOfFew ? wherePrefix(dialect, uids) : whereInRanges(dialect, table, uids);
  }
  const ranges = uids.map(belowRange).map(({ after, before }) => ({
    sql: `t."uid" > ? AND t."uid" < ?`,
    params: [after, before],
  }));
  return joined(ranges, 'OR');
}

function whereInRanges(dialect: Dialect, table: TableName, uids: readonly string[]): Part {
  const range = dialect.metered(inSubtree({ withSelf: false }));
  return {
    sql: `t."uid" IN (SELECT t."uid" FROM ${dialect.forEach('text', table, range)})`,
    params: [dialect.list(uids)],
  };
}

/** A database would read everything in the ranges first, also for one row. */
function wherePrefix(dialect: Dialect, uids: readonly string[]): Part {
  const lengths = [...new Set(uids.map(({ length }) => length))];
  const parts = lengths.map((length) => ({
    sql: `substr(t."uid", ${length + 1}, 1) = '/' AND ${dialect.whereListed(`substr(t."uid", 1, ${length})`, 'text')}`,
    params: [dialect.list(uids.filter((uid) => uid.length === length))],
  }));
  return joined(parts, 'OR');
}
