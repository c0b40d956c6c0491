/** Checks values that must be unique among resources. */
import { alreadyExists } from '#lib/aip/errors.ts';
import { isRootUid } from '#lib/aip/uid.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { inOrder } from '#lib/in-order.ts';
import { all, is, not, type Value } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

interface Written {
  /** The columns that get other values; all unless given. */
  changed?: readonly string[];
  /** Whether the writer may know of another row; of each unless given. */
  mayKnow?: (uid: string) => boolean;
}

/**
 * Checks before the row is written, for an error that names the field. The transaction holds the
 * write lock, and a unique index of the table backs each check but that of groups: root groups of
 * organizations that do not know of each other may have the same name.
 *
 * @param columns the row as it will be written.
 * @throws ApiError ALREADY_EXISTS that says what already exists.
 */
export async function requireDistinct(
  tx: Transaction,
  definition: ResourceDefinition,
  columns: Record<string, unknown>,
  uid: string,
  { changed = Object.keys(columns), mayKnow = () => true }: Written = {},
): Promise<void> {
  const checked = (definition.distinct ?? []).map(async (distinct) => {
    if (!distinct.columns.some((column) => changed.includes(column))) return;
    const values = distinct.columns.map((column) => [column, columns[column]] as const);
    // As in SQL, an unset value equals nothing.
    if (values.some(([, value]) => value === null || value === undefined)) return;
    const sameValues = values.map(([column, value]) => is(column, value as Value));
    const taken = await tx.uids(definition.type, all(...sameValues, not(is('uid', uid))), 'uid');
    if (taken.some((other) => !isRootUid(other) || mayKnow(other))) {
      const value = String(columns[distinct.columns.at(-1) ?? ''] ?? '');
      throw alreadyExists(definition.type, value, {
        field: distinct.field,
        description: `there already is ${distinct.taken}`,
      });
    }
  });
  await inOrder(...checked);
}
