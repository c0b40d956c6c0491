/** Checks values that must be unique among resources. */
import { alreadyExists } from '#lib/aip/errors.ts';
import { isRootUid } from '#lib/aip/uid.ts';
import type { During, ResourceDefinition } from '#lib/resources/define.ts';
import { inOrder } from '#lib/in-order.ts';
import {
  all,
  any,
  is,
  lessThan,
  moreThan,
  not,
  past,
  type Predicate,
  type Value,
} from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

interface Written {
  /** The columns that get other values; all unless given. */
  changed?: readonly string[];
  /** Whether the writer may know of another row; of each unless given. */
  mayKnow?: (uid: string) => boolean;
}

/**
 * Checks before the row is written, for an error that names the field. The transaction holds the
 * write lock, and a unique index of the table backs each check but two: root groups of organizations that
 * do not know of each other may have the same name, and times are compared here alone.
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
    const { during } = distinct;
    const compared = [...distinct.columns, ...Object.values(during ?? {})];
    if (!compared.some((column) => changed.includes(column))) return;
    const values = distinct.columns.map((column) => [column, columns[column]] as const);
    // As in SQL, an unset value equals nothing.
    if (values.some(([, value]) => value === null || value === undefined)) return;
    const sameValues = values.map(([column, value]) => is(column, value as Value));
    const overlaps = during === undefined ? [] : whereOverlaps(during, columns);
    const whereTaken = all(...sameValues, ...overlaps, not(is('uid', uid)));
    const taken = await tx.uids(definition.type, whereTaken, 'uid');
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

/** Rows that have not ended, and have effect at some time at which the row has it. */
function whereOverlaps({ from, until }: During, columns: Record<string, unknown>): Predicate[] {
  const [start, end] = [columns[from], columns[until]];
  const whereUntil = (where: Predicate) => any(is(until, null), where);
  const sinceCreated = (time: Date) => all(is(from, null), lessThan('createTime', time));
  return [
    whereUntil(not(past(until))),
    ...(start instanceof Date ? [whereUntil(moreThan(until, start))] : []),
    ...(end instanceof Date ? [any(sinceCreated(end), lessThan(from, end))] : []),
  ];
}
