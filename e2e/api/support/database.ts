/**
 * The database of the process under test, past the service: to inspect it, and to insert rows. The
 * same for each engine.
 */
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import pg from 'pg';
import { config } from '#lib/config.ts';
import type { RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import { all, contains, is, isIn } from '#lib/store/predicates.ts';
import type { Predicate, Value } from '#lib/store/predicates.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import type { Plan, Result, Statement } from '#lib/store/sql/plan.ts';
import { selectCount, selectPage } from '#lib/store/sql/select.ts';
import { deleteRows, updateRows } from '#lib/store/sql/write-rows.ts';
import { encode, kindOf } from '#lib/store/sql/values.ts';
import { dialect as postgres } from '#lib/store/postgres/dialect.ts';
import { WRITER_LOCK } from '#lib/store/postgres/writing.ts';
import { dialect as sqlite } from '#lib/store/sqlite/dialect.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';

const BUSY_TIMEOUT_MS = 5_000;

interface Connection {
  dialect: Dialect;
  run(statement: Statement): Promise<Result>;
  /** Keeps everybody else from writing until the returned function is called. */
  lockWriters(): Promise<() => Promise<void>>;
}

const opened = new Map<string, Promise<Connection>>();

function connection(): Promise<Connection> {
  const { databaseFile, databaseUrl } = config();
  const address = databaseUrl ?? databaseFile;
  const known = opened.get(address);
  if (known !== undefined) return known;
  const made = databaseUrl === undefined ? openFile(databaseFile) : openServer(databaseUrl);
  opened.set(address, made);
  return made;
}

async function openFile(file: string): Promise<Connection> {
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
  };
}

function runOnFile(database: Sqlite, sql: string, params: readonly unknown[]): Result {
  const statement = database.prepare<unknown[]>(sql);
  return statement.reader
    ? { rows: statement.all(...params) as Result['rows'], changes: 0 }
    : { rows: [], changes: statement.run(...params).changes };
}

/** Its connections do not keep the process alive, because tests do not close them. */
async function openServer(url: string): Promise<Connection> {
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
        const { rows, rowCount } = await client.query<Result['rows'][number]>(text, [...params]);
        if (!isRead) await client.query('COMMIT');
        return { rows, changes: rowCount ?? 0 };
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
  };
}

/** Runs one statement, with a question mark for each parameter. @returns its rows. */
export async function query<Row = Record<string, unknown>>(
  sql: string,
  ...params: readonly unknown[]
): Promise<Row[]> {
  const { rows } = await (await connection()).run({ sql, params });
  return rows as Row[];
}

/** Runs `work` while somebody else writes, as far as Grove can tell. */
export async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const unlock = await (await connection()).lockWriters();
  try {
    return await work();
  } finally {
    await unlock();
  }
}

async function follow<T>(plan: (dialect: Dialect) => Plan<T>): Promise<T> {
  const { dialect, run } = await connection();
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

/** The rows of a table: those that a condition holds for, or all. */
interface Rows<Row, Columns> {
  findMany(query?: Query<Row>): Promise<Row[]>;
  findFirst(query?: Query<Row>): Promise<Row | null>;
  findOnly(query?: Query<Row>): Promise<Row>;
  count(query?: Query<Row>): Promise<number>;
  create(columns: Partial<Columns>): Promise<void>;
  /** Leaves the revision as it is. */
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

export function rowsIn<Table extends TableName>(table: Table): Rows<RowOf<Table>, Tables[Table]> {
  const firstColumn = Object.keys(COLUMNS[table])[0] ?? '';
  const findMany = ({ where, orderBy, take }: Query<RowOf<Table>> = {}) => {
    const [[column, direction] = [firstColumn, 'asc']] = Object.entries(orderBy ?? {});
    const order = { column, descending: direction === 'desc' };
    const part = { cursor: null, skip: 0, limit: take ?? null };
    return follow((dialect) =>
      selectPage(dialect, table, { where: toPredicate(where), order, ...part }),
    );
  };
  return {
    findMany,
    findFirst: async (asked) => (await findMany({ ...asked, take: 1 }))[0] ?? null,
    async findOnly(asked) {
      const [row, ...others] = await findMany(asked);
      if (row === undefined || others.length > 0) throw new Error('there is not only one row');
      return row;
    },
    count: ({ where } = {}) => follow((dialect) => selectCount(dialect, table, toPredicate(where))),
    async create(columns) {
      const names = Object.keys(columns);
      const values = Object.entries(columns).map(([name, value]) =>
        encode(kindOf(table, name), value),
      );
      await query(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()})
         VALUES (${names.map(() => '?').join()})`,
        ...values,
      );
    },
    async update({ where, data }) {
      const changes = { where: toPredicate(where), columns: data, isRevised: false };
      await follow((dialect) => updateRows(dialect, table, changes));
    },
    async delete({ where } = {}) {
      await follow((dialect) => deleteRows(dialect, table, toPredicate(where)));
    },
  };
}
