/** From SQLite's values to the row that Prisma would give, hydrated. */
import type { BaseRow, ResourceType } from '#lib/resources/define.ts';
import { COLUMNS } from './columns.ts';
import type { ColumnKind } from './columns.ts';
import { joinsOf } from './joins.ts';

type Values = Record<string, unknown>;

function decode(kind: ColumnKind, value: unknown): unknown {
  if (value === null) return null;
  switch (kind) {
    case 'time':
      return new Date(value as number);
    case 'json':
      return JSON.parse(value as string);
    case 'boolean':
      return value === 1;
    case 'bigint':
      return BigInt(value as string | number);
    default:
      return value;
  }
}

// What a page's values are turned with is worked out once for each table.
const plans = new Map<
  ResourceType,
  { plain: [string, ColumnKind][]; joined: [string, string][] }
>();

function planFor(type: ResourceType) {
  const known = plans.get(type);
  if (known !== undefined) return known;
  const plan = {
    plain: Object.entries(COLUMNS[type]),
    joined: joinsOf(type).flatMap((join) =>
      join.columns.map((column): [string, string] => [join.as, column]),
    ),
  };
  plans.set(type, plan);
  return plan;
}

/** @param values a row of the select in `lists.ts`: columns, and `as.column` of each join. */
export function toRow(type: ResourceType, values: Values): BaseRow {
  const { plain, joined } = planFor(type);
  const row: Values = {};
  for (const [column, kind] of plain) row[column] = decode(kind, values[column]);
  for (const [as, column] of joined) {
    const inner = (row[as] ??= {}) as Values;
    inner[column] = values[`${as}.${column}`];
  }
  return row as unknown as BaseRow;
}
