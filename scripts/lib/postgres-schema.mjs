/**
 * The schema of PostgreSQL, which follows from the one of SQLite. Times are milliseconds in both,
 * so that cursors and answers are the same. JSON is stored as it was written.
 */
import { readFileSync } from 'node:fs';

export const POSTGRES_SCHEMA = 'prisma/postgres/schema.prisma';
export const POSTGRES_MIGRATIONS = 'prisma/postgres/migrations';

const HEADER =
  '// Generated from prisma/schema.prisma by `npm run migration`; change that file instead.\n\n';

/** The same client as for SQLite, in a folder of its own. */
const GENERATOR = `generator client {
  provider               = "prisma-client"
  output                 = "../../lib/generated/prisma-postgres"
  importFileExtension    = "ts"
  generatedFileExtension = "ts"
  moduleFormat           = "esm"
  compilerBuild          = "small"
}

`;

/** The types of columns that differ. */
/** @type {[RegExp, string][]} */
const TYPES = [
  [/^( {2}\w+ +)DateTime(\??)/gm, '$1BigInt$2'],
  [/^( {2}\w+ +)Json(\??)/gm, '$1Json$2 @db.Json'],
];

export function postgresSchema() {
  const models = readFileSync('prisma/schema.prisma', 'utf8')
    .replace(/^[\s\S]*?^datasource[\s\S]*?^\}\n+/m, '')
    .replace(/^ *\/\/.*\n/gm, '');
  const typed = TYPES.reduce((text, [from, to]) => text.replace(from, to), models);
  // Runs of spaces only align columns, and the other types have other lengths.
  const plain = typed.replace(/(?<=\S) {2,}(?=\S)/g, ' ');
  return `${HEADER}${GENERATOR}datasource db {\n  provider = "postgresql"\n}\n\n${plain}`;
}

/**
 * Adapts a migration: texts sort by their bytes as in SQLite, independent of the database's language, and
 * tables are in the schema of the connection.
 *
 * @param {string} sql a migration as Prisma writes it
 */
export function adapted(sql) {
  return sql
    .replace(/^-- CreateSchema\nCREATE SCHEMA .*\n+/, '')
    .replace(/ TEXT(?=[ ,;\n])/g, ' TEXT COLLATE "C"');
}
