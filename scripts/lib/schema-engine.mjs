/**
 * Prisma's schema engine as WebAssembly, which needs no download. Compares the
 * migrations with the schema, and inspects a database as `prisma migrate deploy` does.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { POSTGRES_SCHEMA, postgresSchema, adapted } from './postgres-schema.mjs';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

const SCHEMA = resolve('prisma/schema.prisma');
export const MIGRATIONS = resolve('prisma/migrations');

const filters = { externalTables: [], externalEnums: [] };

/**
 * Loads the WebAssembly by hand. The package imports it, which needs a flag in older versions of
 * Node.
 */
const loaded = (async () => {
  const entry = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm'));
  const wasm = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm, {
    './schema_engine_bg.js': /** @type {WebAssembly.ModuleImports} */ (
      /** @type {unknown} */ (bindings)
    ),
  });
  bindings.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  /** @type {() => void} */ (start)();
})();

/** @param {string} databaseFile */
async function openEngine(databaseFile) {
  const adapter = bindMigrationAwareSqlAdapterFactory(
    new PrismaBetterSqlite3({ url: databaseFile }),
  );
  await loaded;
  return bindings.SchemaEngine.new({ datamodels: [[SCHEMA, schema()]] }, () => {}, adapter);
}

/** @type {import('@prisma/driver-adapter-utils').SqlDriverAdapter} */
const noConnection = {
  provider: 'postgres',
  adapterName: 'none',
  queryRaw: () =>
    Promise.resolve({
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
      rows: [[true, 'PostgreSQL 15.0', 150000]],
    }),
  executeRaw: () => Promise.resolve(0),
  executeScript: () => Promise.resolve(),
  startTransaction: () => Promise.reject(new Error('there is no server')),
  dispose: () => Promise.resolve(),
};

/** A server without a connection, for tasks that need only the dialect. The engine asks for its version. */
const noServer = bindMigrationAwareSqlAdapterFactory({
  provider: 'postgres',
  adapterName: 'none',
  connect: () => Promise.resolve(noConnection),
  connectToShadowDb: () => Promise.resolve(noConnection),
});

async function openPostgresEngine() {
  await loaded;
  const datamodels = [[POSTGRES_SCHEMA, postgresSchema()]];
  return bindings.SchemaEngine.new({ datamodels }, () => {}, noServer);
}

function schema() {
  return readFileSync(SCHEMA, 'utf8');
}

function migrationsList() {
  const directories = readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: 'migration_lock.toml',
      content: readFileSync(join(MIGRATIONS, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: directories.map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: /** @type {const} */ ({
          tag: 'ok',
          value: readFileSync(join(MIGRATIONS, path, 'migration.sql'), 'utf8'),
        }),
      },
    })),
  };
}

/**
 * Applies the migrations that Prisma finds missing in a database.
 *
 * @param {string} databaseFile
 * @returns {Promise<string[]>} the names of those migrations
 */
export async function deploy(databaseFile) {
  const engine = await openEngine(databaseFile);
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: migrationsList(),
    filters,
  });
  return appliedMigrationNames;
}

/**
 * Inspects a database like `prisma migrate status`, whose command needs a program that Prisma downloads.
 *
 * @param {string} databaseFile
 */
export async function statusOf(databaseFile) {
  const engine = await openEngine(databaseFile);
  const input = { migrationsList: migrationsList(), optInToShadowDatabase: false, filters };
  return engine.diagnoseMigrationHistory(input);
}

/**
 * The SQL that changes the tables of the migrations into those of the schema.
 *
 * @returns {Promise<string>} empty if both are equal
 */
export async function pendingSql() {
  const folder = mkdtempSync(join(tmpdir(), 'grove-schema-'));
  const databaseFile = join(folder, 'grove.db');
  try {
    applyAll(databaseFile);
    return await difference(databaseFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Applies all migrations without the engine, whose connection would keep the database locked.
 *
 * @param {string} databaseFile
 */
function applyAll(databaseFile) {
  const database = new Database(databaseFile);
  for (const { migrationFile } of migrationsList().migrationDirectories) {
    database.exec(migrationFile.content.value);
  }
  database.close();
}

/** @param {string} databaseFile */
async function difference(databaseFile) {
  const engine = await openEngine(databaseFile);
  const files = [{ path: SCHEMA, content: schema() }];
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: dirname(SCHEMA) },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: true,
    filters,
  });
  return exitCode === 0 ? '' : (stdout ?? '');
}

/**
 * The SQL that changes the checked-in schema of PostgreSQL into the one of prisma/schema.prisma. It
 * needs no server.
 *
 * @returns {Promise<string>} empty if both are equal
 */
export async function pendingPostgresSql() {
  const known = existsSync(POSTGRES_SCHEMA) ? readFileSync(POSTGRES_SCHEMA, 'utf8') : '';
  return known === postgresSchema() ? '' : postgresSqlSince(known);
}

/**
 * The SQL that makes the tables of prisma/schema.prisma on PostgreSQL.
 *
 * @param {string} known a schema whose tables are there already; empty for none
 * @returns {Promise<string>}
 */
export async function postgresSqlSince(known) {
  const engine = await openPostgresEngine();
  const to = /** @type {const} */ ({
    tag: 'schemaDatamodel',
    files: [{ path: POSTGRES_SCHEMA, content: postgresSchema() }],
  });
  const from =
    known === ''
      ? /** @type {const} */ ({ tag: 'empty' })
      : { ...to, files: [{ path: POSTGRES_SCHEMA, content: known }] };
  const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters });
  return adapted(stdout ?? '');
}
