/**
 * The database of an installation under test, without the API: to inspect it and to insert rows.
 * The same for each engine.
 */
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import pg from 'pg';
import type { RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import { all, contains, is, isIn } from '#lib/store/predicates.ts';
import type { Predicate, Value } from '#lib/store/predicates.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import type { Plan, Statement, Values } from '#lib/store/sql/plan.ts';
import { selectCount, selectPage } from '#lib/store/sql/select.ts';
import { toCondition } from '#lib/store/sql/where.ts';
import { encode, kindOf } from '#lib/store/sql/values.ts';
import { dialect as postgres } from '#lib/store/postgres/dialect.ts';
import { WRITER_LOCK } from '#lib/store/postgres/locks.ts';
import { dialect as sqlite } from '#lib/store/sqlite/dialect.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';

const BUSY_TIMEOUT_MS = 5_000;

interface Connection {
  dialect: Dialect;
  run(statement: Statement): Promise<readonly Values[]>;
  lockWriters(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface TestDatabase {
  /** Runs one statement, with a question mark for each parameter. Resolves with its rows. */
  query<Row = Record<string, unknown>>(sql: string, ...params: readonly unknown[]): Promise<Row[]>;
  rowsIn<Table extends TableName>(table: Table): Rows<RowOf<Table>, Tables[Table]>;
  /** Blocks all other writers until the returned function is called. */
  lockWriters(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** @param address the URL of a PostgreSQL database, or the path of a SQLite file. */
export function openDatabase(address: string): TestDatabase {
  const connection = address.startsWith('postgresql:') ? openServer(address) : openFile(address);
  return {
    async query<Row>(sql: string, ...params: readonly unknown[]) {
      return (await connection.run({ sql, params })) as Row[];
    },
    rowsIn: (table) => rowsOf(connection, table),
    lockWriters: connection.lockWriters,
    close: connection.close,
  };
}

function openFile(file: string): Connection {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  return {
    dialect: sqlite,
    run: async ({ sql, params }) => runOnFile(database, sql, params),
    async lockWriters() {
      const other = new Database(file, { timeout: BUSY_TIMEOUT_MS });
      other.exec('BEGIN IMMEDIATE');
      return async () => {
        other.exec('ROLLBACK');
        other.close();
      };
    },
    close: async () => void database.close(),
  };
}

function runOnFile(database: Sqlite, sql: string, params: readonly unknown[]): Values[] {
  const statement = database.prepare<unknown[]>(sql);
  if (statement.reader) return statement.all(...params) as Values[];
  statement.run(...params);
  return [];
}

/** The connections do not keep the process alive, because tests do not close them. */
function openServer(url: string): Connection {
  const types = {
    getTypeParser: (oid: number) =>
      oid === pg.types.builtins.INT8
        ? Number
        : oid === pg.types.builtins.JSON
          ? (text: string) => text
          : pg.types.getTypeParser(oid),
  } as pg.CustomTypesConfig;
  const pool = new pg.Pool({ connectionString: url, types, max: 2, allowExitOnIdle: true });
  pool.on('error', () => {});
  const begun = async () => {
    const client = await pool.connect();
    await client.query(`BEGIN; SELECT ${WRITER_LOCK}`);
    return client;
  };
  return {
    dialect: postgres,
    async run({ sql, params }) {
      let number = 0;
      const text = sql.replaceAll('?', () => `$${(number += 1)}`);
      const isRead = text.startsWith('SELECT');
      const client = isRead ? await pool.connect() : await begun();
      try {
        const { rows } = await client.query<Values>(text, [...params]);
        if (!isRead) await client.query('COMMIT');
        return rows;
      } catch (error) {
        if (!isRead) await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    async lockWriters() {
      const client = await begun();
      return async () => {
        await client.query('ROLLBACK');
        client.release();
      };
    },
    close: () => pool.end(),
  };
}

async function follow<T>(
  { dialect, run }: Connection,
  plan: (dialect: Dialect) => Plan<T>,
): Promise<T> {
  const steps = plan(dialect);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await run(step.value));
  return step.value;
}

type Condition<Of> = Of | { in: readonly Of[] } | { contains: string };
type Where<Row> = { [Column in keyof Row]?: Condition<Row[Column]> };

interface Query<Row> {
  where?: Where<Row>;
  orderBy?: { [Column in keyof Row]?: 'asc' | 'desc' };
  take?: number;
}

/** The rows of a table that match a condition, or all. */
export interface Rows<Row, Columns> {
  findMany(query?: Query<Row>): Promise<Row[]>;
  findFirst(query?: Query<Row>): Promise<Row | null>;
  findOnly(query?: Query<Row>): Promise<Row>;
  count(query?: Query<Row>): Promise<number>;
  create(columns: Partial<Columns>): Promise<void>;
  /** Inserts rows, which must have the same columns. */
  createMany(rows: readonly Partial<Columns>[]): Promise<void>;
  /** Updates rows without a change of their revision. */
  update(query: Query<Row> & { data: Partial<Columns> }): Promise<void>;
  delete(query?: Query<Row>): Promise<void>;
}

function toPredicate(where: object = {}): Predicate {
  const parts = Object.entries(where).map(([column, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null || value instanceof Date) {
      return is(column, value as Value);
    }
    return 'in' in value
      ? isIn(column, value.in as readonly Value[])
      : contains(column, (value as { contains: string }).contains);
  });
  return all(...parts);
}

/** A statement may have some ten thousand parameters. */
const MOST_ROWS = 500;

async function insert<Table extends TableName>(
  connection: Connection,
  table: Table,
  rows: readonly Partial<Tables[Table]>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const places = `(${names.map(() => '?').join()})`;
  await connection.run({
    sql: `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()})
          VALUES ${rows.map(() => places).join()}`,
    params: rows.flatMap((row) =>
      Object.entries(row).map(([name, value]) => encode(kindOf(table, name), value)),
    ),
  });
}

function rowsOf<Table extends TableName>(
  connection: Connection,
  table: Table,
): Rows<RowOf<Table>, Tables[Table]> {
  const firstColumn = Object.keys(COLUMNS[table])[0] ?? '';
  const findMany = async ({ where, orderBy, take }: Query<RowOf<Table>> = {}) => {
    const [[column, direction] = [firstColumn, 'asc']] = Object.entries(orderBy ?? {});
    const order = { column, descending: direction === 'desc' };
    const part = { cursor: null, skip: 0, limit: take ?? Number.MAX_SAFE_INTEGER };
    const { rows } = await follow(connection, (dialect) =>
      selectPage(dialect, table, { where: toPredicate(where), order, ...part }),
    );
    return rows;
  };
  return {
    findMany,
    findFirst: async (asked) => (await findMany({ ...asked, take: 1 }))[0] ?? null,
    async findOnly(asked) {
      const [row, ...others] = await findMany(asked);
      if (row === undefined || others.length > 0) throw new Error('there is not only one row');
      return row;
    },
    count: ({ where } = {}) =>
      follow(connection, (dialect) => selectCount(dialect, table, toPredicate(where))),
    create: (columns) => insert(connection, table, [columns]),
    async createMany(rows) {
      for (let from = 0; from < rows.length; from += MOST_ROWS) {
        await insert(connection, table, rows.slice(from, from + MOST_ROWS));
      }
    },
    async update({ where, data }) {
      const { sql, params } = toCondition(connection.dialect, table, toPredicate(where));
      const given = Object.entries(data);
      await connection.run({
        sql: `UPDATE "${table}" AS t SET ${given.map(([name]) => `"${name}" = ?`).join()} WHERE ${sql}`,
        params: [...given.map(([name, value]) => encode(kindOf(table, name), value)), ...params],
      });
    },
    async delete({ where } = {}) {
      const { sql, params } = toCondition(connection.dialect, table, toPredicate(where));
      await connection.run({ sql: `DELETE FROM "${table}" AS t WHERE ${sql}`, params });
    },
  };
}
