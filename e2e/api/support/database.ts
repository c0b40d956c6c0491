/**
 * The database of the process under test, bypassing the store: to inspect it, and to insert rows.
 */
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import { config } from '#lib/config.ts';
import { PrismaClient } from '#lib/generated/prisma/client.ts';

const BUSY_TIMEOUT_MS = 5_000;

interface Open {
  client: PrismaClient;
  plain: Sqlite;
}

const opened = new Map<string, Open>();

function open(): Open {
  const file = config().databaseFile;
  const known = opened.get(file);
  if (known !== undefined) return known;
  const adapter = new PrismaBetterSqlite3(
    { url: `file:${file}`, timeout: BUSY_TIMEOUT_MS },
    { timestampFormat: 'unixepoch-ms' },
  );
  const both = {
    client: new PrismaClient({ adapter }),
    plain: new Database(file, { timeout: BUSY_TIMEOUT_MS }),
  };
  opened.set(file, both);
  return both;
}

export function prisma(): PrismaClient {
  return open().client;
}

export function sqlite(): Sqlite {
  return open().plain;
}
