/** Which columns leave a table that is too narrow for all of them: pure. */
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';

type Column = Pick<ResourceColumn<never>, 'id' | 'isFact'>;

/** The order in which columns leave: the last ones first, and those that a phone shows after all others. */
function leaving<C extends Column>(columns: readonly C[]): C[] {
  const others = columns.slice(1).toReversed();
  return [...others.filter(({ isFact }) => !isFact), ...others.filter(({ isFact }) => isFact)];
}

/** The columns that fit into a width. The first one names the row and stays, and one more says what it is. */
export function fittingColumns<C extends Column>(
  columns: readonly C[],
  sizeOf: (id: string) => number,
  room: number,
): readonly C[] {
  let kept = columns;
  for (const { id } of leaving(columns)) {
    const least = kept.reduce((sum, column) => sum + sizeOf(column.id), 0);
    if (least <= room || kept.length <= 2) break;
    kept = kept.filter((column) => column.id !== id);
  }
  return kept;
}
