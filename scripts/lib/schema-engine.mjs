/**
 * Prisma's schema engine as WebAssembly, which needs no download. Compares the
 * migrations with the schema, and inspects a database as `prisma migrate deploy` does.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
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
 * The SQL that leads from the migrations' tables to the schema's.
 *
 * @returns {Promise<string>} empty where that is the same
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
 * Without the engine, whose connection would keep the database locked.
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
