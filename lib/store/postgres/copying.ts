/** A PostgreSQL database as one side of a copy. */
import type pg from 'pg';
import { OperatorError } from '#lib/operator-error.ts';
import type { Side, Stored } from '#lib/store/copy/side.ts';
import { columnsOf, keyIn, kindsOf } from '#lib/store/copy/tables.ts';
import type { CopiedTable } from '#lib/store/copy/tables.ts';
import { codeOf } from '#lib/store/prisma/errors.ts';
import { numbered } from '#lib/store/sql/dialect.ts';
import { TYPES } from '#lib/store/sql/given.ts';
import { dialect } from './dialect.ts';
import { isLost } from './errors.ts';
import { applyPending, pendingIn, requireUtf8 } from './migrate.ts';
import { ServerClient } from './server-client.ts';
import { readSettings } from './settings.ts';
import { derive } from './triggers.ts';
import { types } from './types.ts';
import { WRITER_LOCK } from './prisma.ts';

const LOCK_MS = 5_000;

/** It may last for hours, and the server must not end it in between. */
const BEGIN = `BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SELECT ${WRITER_LOCK}`;

/** @throws OperatorError if the database cannot be reached or used. */
export async function openServer(address: string, role: 'from' | 'to'): Promise<Side> {
  const { config, place } = readSettings(address, `--${role}`);
  const client = new ServerClient({ ...config, types, statement_timeout: false });
  // Without a listener an error between statements would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await requireUtf8(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw explained(place, error);
  }
  return new ServerSide(place, client);
}

function explained(place: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'OperatorError') return error;
  if (codeOf(error) === '' && !isLost(error)) return error;
  return new OperatorError(`${place}: ${error.message || codeOf(error)}`);
}

class ServerSide implements Side {
  readonly place: string;
  readonly #client: pg.Client;

  constructor(place: string, client: pg.Client) {
    this.place = place;
    this.#client = client;
  }

  async run(
    sql: string,
    params: readonly unknown[] = [],
  ): Promise<{ rows: Stored[]; changes: number }> {
    const text = numbered(dialect, sql);
    return this.#explaining(async () => {
      const query = { text, values: [...params], rowMode: 'array' as const };
      const { rows, rowCount } = await this.#client.query<(string | number | null)[]>(query);
      return { rows, changes: rowCount ?? 0 };
    });
  }

  async insert(table: CopiedTable, rows: readonly Stored[]): Promise<void> {
    const kinds = Object.values(kindsOf(table));
    const odd = rows.find((row) => row.some((value) => String(value).includes('\0')));
    if (odd !== undefined) {
      const key = keyIn(table, odd).join(' ');
      throw new OperatorError(
        `${table} ${key} has a text with the character U+0000, which PostgreSQL cannot store`,
      );
    }
    const arrays = kinds.map((kind) => `?::${TYPES[kind]}[]`);
    const columns = kinds.map((_, index) => rows.map((row) => row[index] ?? null));
    await this.run(
      `INSERT INTO "${table}" (${columnsOf(table)}) SELECT * FROM unnest(${arrays.join()})`,
      columns,
    );
  }

  async whole<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.#plain(BEGIN);
      const result = await work();
      await this.#plain('COMMIT');
      return result;
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }

  hold(): Promise<void> {
    return this.#plain(BEGIN);
  }

  async tables(): Promise<string[]> {
    const { rows } = await this.run(
      `SELECT c.relname::text FROM pg_class AS c
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`,
    );
    return rows.map(([name]) => String(name));
  }

  async isCurrent(): Promise<boolean> {
    return this.#explaining(async () => (await pendingIn(this.#client)).length === 0);
  }

  makeTables(): Promise<void> {
    return this.whole(() => this.#explaining(() => applyPending(this.#client)));
  }

  async derive(): Promise<void> {
    await this.#explaining(() => derive(this.#client));
    await this.#plain('ANALYZE');
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }

  async #plain(sql: string): Promise<void> {
    await this.#explaining(() => this.#client.query(sql));
  }

  async #explaining<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explained(this.place, error);
    }
  }
}
