import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '#lib/store/sqlite/migrate.ts';
import {
  deploy,
  pendingPostgresSql,
  pendingSql,
  postgresSqlSince,
  statusOf,
} from '../scripts/lib/schema-engine.mjs';

it('makes exactly what the schema says', async () => {
  expect(await pendingSql()).toBe('');
});

it('has a schema of PostgreSQL that follows from the one of SQLite', async () => {
  expect(await pendingPostgresSql()).toBe('');
});

const FOLDER = 'prisma/postgres/migrations';

/** What statements make or take away: tables and indexes by their names, and columns after their table's. */
function* namesIn(sql: string): Generator<[name: string, isThere: boolean]> {
  const plain = sql.replaceAll(/^ *--.*$/gm, '');
  for (const statement of plain.split(/;\s*$/m)) {
    const made = /CREATE (?:UNLOGGED )?(TABLE|(?:UNIQUE )?INDEX) "(\w+)"([^]*)/.exec(statement);
    const [, kind, name = '', rest = ''] = made ?? [];
    if (made !== null) yield [name, true];
    if (kind === 'TABLE') {
      for (const [, column] of rest.matchAll(/^ *"(\w+)"/gm)) yield [`${name}.${column}`, true];
    }
    const [, table] = /ALTER TABLE "(\w+)"/.exec(statement) ?? [];
    for (const [, verb, column] of statement.matchAll(/(ADD|DROP) COLUMN *"(\w+)"/g)) {
      yield [`${table}.${column}`, verb === 'ADD'];
    }
    const dropped = /DROP (?:TABLE|INDEX) "(\w+)"/.exec(statement);
    if (dropped?.[1] !== undefined) yield [dropped[1], false];
  }
}

/** The checked-in schema says what migrations should have made, and not what they make. */
it('makes every table, column and index of the schema on PostgreSQL', async () => {
  const migrations = readdirSync(FOLDER, { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  const files = migrations.map(({ name }) => join(FOLDER, name, 'migration.sql')).sort();
  const made = new Map(files.flatMap((file) => [...namesIn(readFileSync(file, 'utf8'))]));
  const wanted = [...new Map(namesIn(await postgresSqlSince(''))).keys()];
  expect(wanted.length).toBeGreaterThan(300);
  expect(wanted.filter((name) => made.get(name) !== true)).toEqual([]);
});

/** What programs that know nothing of it can live with. */
const ADDITIONS = [
  /^CREATE (?:UNLOGGED )?TABLE "/,
  /^CREATE (?:UNIQUE )?INDEX "/,
  /^ALTER TABLE "\w+" ADD CONSTRAINT "\w+" FOREIGN KEY/,
  /^ALTER TABLE "\w+"\s+ADD COLUMN/,
  /^(?:UPDATE|INSERT INTO) "/,
];

/** A column that a former program does not fill still needs a value. */
const isFilled = (column: string) => !column.includes('NOT NULL') || column.includes('DEFAULT');

const columnsIn = (statement: string) =>
  statement.startsWith('ALTER TABLE') ? statement.split('ADD COLUMN').slice(1) : [];

it.each(readdirSync(FOLDER, { withFileTypes: true }).filter((one) => one.isDirectory()))(
  'leaves the program before $name running',
  ({ name }) => {
    const sql = readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8');
    // Whoever takes something away says which version used it last.
    if (sql.startsWith('-- Contract: ')) return;
    const statements = sql
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '');
    const others = statements.filter((one) => !ADDITIONS.some((addition) => addition.test(one)));
    expect(others).toEqual([]);
    expect(statements.flatMap(columnsIn).filter((column) => !isFilled(column))).toEqual([]);
  },
);

/** @param work with a file that Grove has made. */
async function withDatabase(work: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-migrations-'));
  try {
    const file = join(folder, 'grove.db');
    migrate(file);
    await work(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('leaves nothing for prisma migrate deploy to do', () =>
  withDatabase(async (file) => expect(await deploy(file)).toEqual([])));

it('is what prisma migrate status expects', () =>
  withDatabase(async (file) =>
    expect(await statusOf(file)).toMatchObject({
      hasMigrationsTable: true,
      history: null,
      editedMigrationNames: [],
      failedMigrationNames: [],
    }),
  ));

it('marks bindings of other organizations that may have been misused', () => {
  const database = new Database(':memory:');
  const names = readdirSync('prisma/migrations').filter((name) => /^\d/.test(name));
  const at = names.findIndex((name) => name.endsWith('_tell_people_apart'));
  const apply = (name: string) =>
    database.exec(readFileSync(join('prisma/migrations', name, 'migration.sql'), 'utf8'));
  names.slice(0, at).forEach(apply);
  const [evil, acme] = ['e'.repeat(40), 'a'.repeat(40)];
  const group = database.prepare(
    `INSERT INTO "Group" ("uid", "parent", "name", "resourceLimits", "createTime", "updateTime")
     VALUES (?, '', ?, '{}', 1, 1)`,
  );
  for (const uid of [evil, acme]) group.run(uid, uid);
  database.exec(
    `INSERT INTO "Role" ("uid", "name", "capabilities", "createTime", "updateTime")
     VALUES ('owner', 'owner', '[]', 1, 1)`,
  );
  const bound = (
    name: string,
    { subject = 'x', byItself = null as number | null, changed = 0 },
  ) => {
    const uid = `${evil}/${name}`;
    database
      .prepare(
        `INSERT INTO "Identity" ("uid", "parent", "name", "issuer", "subject", "claims",
           "claimPatterns", "lastSeenTime", "createTime", "updateTime")
         VALUES (?, ?, ?, 'i', ?, '{}', '{}', 1, 1, 1)`,
      )
      .run(uid, evil, name, subject + name);
    const binding = database.prepare(
      `INSERT INTO "RoleBinding" ("uid", "parent", "identityUid", "roleUid", "byItself", "createTime")
       VALUES (?, ?, ?, 'owner', ?, 50)`,
    );
    for (const at of [evil, acme]) binding.run(`${at}/b-${name}`, at, uid, byItself);
    if (changed === 0) return uid;
    database
      .prepare(
        `INSERT INTO "AuditEvent" ("uid", "parent", "type", "actor", "identities", "resource",
           "operation", "requestId", "result", "before", "after", "createTime")
         VALUES (?, ?, 'grove.iam.identity.updated.v1', 'a', '[]', ?, 'update', 'r', 'OK',
           '{"claimMatch":{"subject":"a"}}', '{"claimMatch":{"subject":"b"}}', ?)`,
      )
      .run(`${evil}/e-${name}`, evil, uid, changed);
    return uid;
  };
  bound('plain', {});
  bound('accepted', { byItself: 1 });
  bound('bound-after-the-change', { changed: 10 });
  bound('changed', { changed: 60 });
  bound('accepted-after-the-change', { byItself: 1, changed: 10 });
  const account = bound('password', {});
  database
    .prepare(
      `INSERT INTO "Account" ("email", "passwordHash", "identityUid", "createTime", "updateTime")
       VALUES ('m@example.com', '', ?, 1, 1)`,
    )
    .run(account);
  apply(names[at] ?? '');
  const marked = database.prepare(
    `SELECT "uid" FROM "RoleBinding" WHERE "unconfirmedTime" IS NOT NULL ORDER BY "uid"`,
  );
  expect(marked.pluck().all()).toEqual(
    ['accepted-after-the-change', 'changed', 'password'].map((name) => `${acme}/b-${name}`),
  );
});
