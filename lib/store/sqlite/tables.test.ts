import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RESOURCES } from '#lib/resources/index.ts';
import { isJoined } from '#lib/store/sql/joined-column.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';
import { migrate } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-tables-'));
const file = join(folder, 'grove.db');
migrate(file);
const database = new Database(file, { readonly: true });

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** What Prisma declares a column of each kind as. */
const DECLARED = {
  text: 'TEXT',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  boolean: 'BOOLEAN',
  time: 'DATETIME',
  json: 'JSONB',
};

interface Column {
  name: string;
  type: string;
  notnull: number;
}

function columnsOf(table: string): Column[] {
  return database.pragma(`table_info("${table}")`) as Column[];
}

/** The columns of each index of a table, in order. */
function indexesOf(table: string): string[][] {
  const indexes = database.pragma(`index_list("${table}")`) as { name: string }[];
  return indexes.map(({ name }) =>
    (database.pragma(`index_info("${name}")`) as { name: string }[]).map((part) => part.name),
  );
}

describe.each(RESOURCES.map((resource) => [resource.type, resource] as const))(
  'the table of %s',
  (type, resource) => {
    const actual = columnsOf(type);

    it('has the columns of the migrated database', () => {
      const declared = actual.map((column) => [column.name, column.type]);
      const known = Object.entries(COLUMNS[type]).map(([column, kind]) => [column, DECLARED[kind]]);
      expect(Object.fromEntries(known)).toEqual(Object.fromEntries(declared));
    });

    it('orders by columns that are never null, each behind an index', () => {
      for (const column of Object.values(resource.orders)) {
        // By a column of a related row, a list is sorted.
        if (column === 'uid' || isJoined(column)) continue;
        expect(actual.find(({ name }) => name === column)?.notnull).toBe(1);
        const behind = indexesOf(type).some((parts) => parts[0] === column || parts[1] === column);
        expect(behind, `${type}.${column}`).toBe(true);
      }
    });

    it('joins by what refers to the other table, which has those columns', () => {
      const keys = database.pragma(`foreign_key_list("${type}")`) as {
        from: string;
        table: string;
      }[];
      for (const { table, on, columns: names } of joinsOf(type)) {
        expect(keys).toContainEqual(expect.objectContaining({ from: on, table }));
        expect(columnsOf(table).map(({ name }) => name)).toEqual(
          expect.arrayContaining([...names]),
        );
      }
    });

    it('holds what the definition calls distinct', () => {
      for (const distinct of resource.distinct ?? []) {
        expect(indexesOf(type)).toContainEqual([...distinct.columns]);
      }
    });
  },
);
