/** Remembers the first content of each key, and where it came from. */
import { createHash } from 'node:crypto';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { openScratch, whileRoom } from './scratch.ts';

const TABLE = `CREATE TABLE seen (
  key BLOB PRIMARY KEY, content BLOB NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL
) WITHOUT ROWID`;

interface First {
  file: string;
  line: number;
  content: Buffer;
}

const digest = (text: string) => createHash('sha1').update(text).digest();

export class FirstContents {
  readonly #database: Sqlite;
  readonly #add: Statement<[Buffer, Buffer, string, number]>;
  readonly #first: Statement<[Buffer], First>;

  constructor() {
    this.#database = openScratch(TABLE);
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
    const [key, said] = [digest(text), digest(content)];
    if (whileRoom(() => this.#add.run(key, said, file, line)).changes === 1) return undefined;
    const first = this.#first.get(key);
    if (first === undefined) return undefined;
    return { isSame: first.content.equals(said), at: { file: first.file, line: first.line } };
  }

  close(): void {
    this.#database.close();
  }
}
