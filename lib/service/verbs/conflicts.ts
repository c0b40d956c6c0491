/** Values that no two resources share. */
import { alreadyExists } from '#lib/aip/errors.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import type { Transaction } from '#lib/store/database.ts';
import { someRow } from '#lib/store/writes.ts';

/**
 * @param columns the row as it is about to be.
 * @throws ApiError ALREADY_EXISTS that says what there already is.
 */
export async function requireDistinct(
  tx: Transaction,
  definition: ResourceDefinition,
  columns: Record<string, unknown>,
  uid: string,
): Promise<void> {
  for (const distinct of definition.distinct ?? []) {
    const values = distinct.columns.map((column) => [column, columns[column]] as const);
    // As in SQL, what is unset equals nothing.
    if (values.some(([, value]) => value === null || value === undefined)) continue;
    if (await someRow(tx, definition.type, Object.fromEntries(values), uid)) {
      const value = String(columns[distinct.columns.at(-1) ?? ''] ?? '');
      throw alreadyExists(definition.type, value, {
        field: distinct.field,
        description: `there already is ${distinct.taken}`,
      });
    }
  }
}
