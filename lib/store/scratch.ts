/**
 * Temporary databases for the data of an import that need not be in memory. SQLite caches them,
 * writes the rest to a file, and removes the file when they are closed.
 *
 * @see https://sqlite.org/inmemorydb.html#temp_db
 */
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Database as Sqlite, Statement } from 'better-sqlite3';

const CACHE_KB = 2_048;
/** Of 4 kB each. */
const MAX_PAGES = 1024 * 1024;

class NoRoomError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoRoomError';
  }
}

export function isNoRoomError(error: unknown): error is NoRoomError {
  return error instanceof Error && error.name === 'NoRoomError';
}

/** @param tables the SQL that creates its tables. */
function openScratch(tables: string): Sqlite {
  const database = new Database('');
  database.pragma(`cache_size = -${CACHE_KB}`);
  database.pragma(`max_page_count = ${MAX_PAGES}`);
  database.pragma('journal_mode = OFF');
  database.exec(tables);
  return database;
}

/** @throws NoRoomError if the disk, or the room of one database, is full. */
export function whileRoom<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') {
      throw new NoRoomError('holds more than there is room for');
    }
    throw error;
  }
}

const SEEN = `CREATE TABLE seen (
  key BLOB PRIMARY KEY, content BLOB NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL
) WITHOUT ROWID`;

interface Seen {
  file: string;
  line: number;
  content: Buffer;
}

const digest = (text: string) => createHash('sha1').update(text).digest();

/** Remembers the first content of each key, and where it came from. */
export class FirstContents {
  readonly #database: Sqlite;
  readonly #add: Statement<[Buffer, Buffer, string, number]>;
  readonly #first: Statement<[Buffer], Seen>;

  constructor() {
    this.#database = openScratch(SEEN);
    this.#add = this.#database.prepare('INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?)');
    this.#first = this.#database.prepare('SELECT content, file, line FROM seen WHERE key = ?');
    // The transaction stays open, because otherwise each change would write its page.
    this.#database.exec('BEGIN');
  }

  /** Undefined for a new key; otherwise its first place, and whether the content is the same. */
  check(
    text: string,
    content: string,
    { file, line }: { file: string; line: number },
  ): { isSame: boolean; at: { file: string; line: number } } | undefined {
    const [key, contentDigest] = [digest(text), digest(content)];
    if (whileRoom(() => this.#add.run(key, contentDigest, file, line)).changes === 1)
      return undefined;
    const first = this.#first.get(key);
    if (first === undefined) return undefined;
    return {
      isSame: first.content.equals(contentDigest),
      at: { file: first.file, line: first.line },
    };
  }

  close(): void {
    this.#database.close();
  }
}

const GROUPED = `
  CREATE TABLE statement (piece TEXT NOT NULL);
  CREATE TABLE advisory (key TEXT NOT NULL, line INTEGER NOT NULL, content TEXT NOT NULL);
  CREATE INDEX advisory_key ON advisory (key);`;

/** With min(), SQLite takes the other columns from the row that has the minimum. */
const FIRSTS = `
  SELECT key, line, content, min(rowid) AS first, sum(length(content)) AS length
  FROM advisory GROUP BY key ORDER BY first`;

/** The first text of a key, with the characters of all of that key. */
interface First {
  key: string;
  line: number;
  content: string;
  length: number;
}

export type GroupedTexts = ReturnType<typeof openGroupedTexts>;

/** Texts by their number, and further ones that are read back grouped by their key. */
export function openGroupedTexts() {
  const database = openScratch(GROUPED);
  const statement = database.prepare<[number], string>(
    'SELECT piece FROM statement WHERE rowid = ?',
  );
  const contents = database.prepare<[string], string>(
    'SELECT content FROM advisory WHERE key = ? ORDER BY rowid',
  );
  return {
    database,
    addStatement: database.prepare<[string]>('INSERT INTO statement VALUES (?)'),
    /** By its number, counted from 1. */
    statement: statement.pluck(),
    addAdvisory: database.prepare<[string, number, string]>(
      'INSERT INTO advisory (key, line, content) VALUES (?, ?, ?)',
    ),
    /** In the order in which they were added. */
    firsts: database.prepare<[], First>(FIRSTS),
    contents: contents.pluck(),
    keys: database.prepare<[], string>('SELECT DISTINCT key FROM advisory').pluck(),
    rename: database.prepare<[string, string]>('UPDATE advisory SET key = ? WHERE key = ?'),
  };
}
