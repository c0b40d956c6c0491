/** The rows of a group that imported a file, without a database. */
import type { Advisory } from '#lib/resources/rows.ts';
import { columnsOf } from '#lib/import/advisories/planning/changes.ts';
import { advisories } from '#lib/import/advisories/test-parse.ts';

export const NOW = new Date('2026-01-02T03:04:05.678Z');

export async function rowsOf(text: string, name: string): Promise<Advisory[]> {
  return (await advisories(text, name)).map((advisory, at) => ({
    uid: `0123456789abcdef0123456789abcdef01234567/${String(at).padStart(16, '0')}`,
    parent: '0123456789abcdef0123456789abcdef01234567',
    createTime: NOW,
    updateTime: NOW,
    revision: 1,
    ...columnsOf(advisory, null, NOW.toISOString()),
  }));
}
