/** Where the tests of this run store: in a PostgreSQL database, or in a SQLite file. */
const given = process.env['TEST_DATABASE_URL'];

/** The settings that a process under test needs for it. */
export const databaseSettings: Record<string, string> =
  given === undefined ? {} : { DATABASE_URL: given };
