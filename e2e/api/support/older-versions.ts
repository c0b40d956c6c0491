/** Opens what `older-versions/` holds. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { grove } from './command-line.ts';

export const olderFile = (name: string) => join(import.meta.dirname, 'older-versions', name);

/** @param env with the data folder that it goes into. */
export async function restoreOlder(day: string, env: Record<string, string>): Promise<void> {
  const args = ['restore', olderFile(`${day}.backup.tar.gz`), '--passphrase-file', '-'];
  // As it was locked.
  const restored = await grove(args, env, 'an old passphrase of a test', []);
  expect(restored).toMatchObject({ err: '', code: 0 });
}

/** The columns of each table that holds more than was counted from others. */
export type OlderTables = Readonly<Record<string, readonly string[]>>;

/** Reads those columns of a table, but for the roles that come with a version: they are those of today. */
export function rowsThatStay(table: string, columns: readonly string[]): string {
  const which = table === 'Role' ? ' WHERE "parent" IS NOT NULL' : '';
  return `SELECT ${columns.join()} FROM "${table}"${which}`;
}
