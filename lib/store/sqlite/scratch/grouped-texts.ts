/** Texts by their number, and further ones that are read back grouped by their key. */
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { openScratch } from './scratch.ts';

const TABLES = `
  CREATE TABLE statement (piece TEXT NOT NULL);
  CREATE TABLE advisory (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, line INTEGER NOT NULL, content TEXT NOT NULL
  );`;

/** Statements on the same advisory together, in the order of the first of each. */
const JOINED = `
  SELECT number, line, content,
    min(number) OVER same AS first, sum(length(content)) OVER same AS length
  FROM advisory WINDOW same AS (PARTITION BY key) ORDER BY first, number`;

export interface Row {
  number: number;
  line: number;
  content: string;
  first: number;
  length: number;
}

export interface GroupedTexts {
  database: Sqlite;
  addStatement: Statement<[string]>;
  /** By its number, counted from 1. */
  statement: Statement<[number], string>;
  addAdvisory: Statement<[string, number, string]>;
  joined: Statement<[], Row>;
}

export function openGroupedTexts(): GroupedTexts {
  const database = openScratch(TABLES);
  return {
    database,
    addStatement: database.prepare('INSERT INTO statement VALUES (?)'),
    statement: database
      .prepare<[number], string>('SELECT piece FROM statement WHERE rowid = ?')
      .pluck(),
    addAdvisory: database.prepare('INSERT INTO advisory (key, line, content) VALUES (?, ?, ?)'),
    joined: database.prepare<[], Row>(JOINED),
  };
}
