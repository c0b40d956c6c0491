import { resolve } from 'node:path';
import { defineConfig } from 'prisma/config';

const { DATABASE_URL = '', GROVE_DATA_DIR } = process.env;
const isServer = /^postgres(?:ql)?:/i.test(DATABASE_URL);
const folder = isServer ? 'prisma/postgres' : 'prisma';
const file = DATABASE_URL.replace(/^file:/i, '') || `${GROVE_DATA_DIR || 'data'}/grove.db`;

/** Prisma's tools are for the database that the environment names, as it does for Grove. */
export default defineConfig({
  schema: `${folder}/schema.prisma`,
  migrations: { path: `${folder}/migrations` },
  // Prisma Studio takes no shorter address of a file.
  datasource: { url: isServer ? DATABASE_URL : `file://${resolve(file)}` },
});
