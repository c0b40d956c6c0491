/** What a layout makes of the columns of a list: their order, which are visible and pinned, and their widths. Pure. */
import { completeOrder } from '#components/resource-table/columns/column-order.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import type { TableLayout } from '#components/resource-table/columns/layouts.ts';

/** The minimum and maximum width of a column, in px with letters of the usual size. */
export const MIN_WIDTH = 72;
export const MAX_WIDTH = 960;
/* The minimum width of a column without a width of its own. */
const FLEXIBLE_WIDTH = 144;
const FIRST_WIDTH = 200;

export interface Arrangement {
  /** The ids of all columns. */
  order: readonly string[];
  /** The ids of the visible columns, the pinned ones first. */
  shown: readonly string[];
  /** The ids of the pinned columns. */
  pinned: readonly string[];
  /** The width of each column, in px. */
  sizes: ReadonlyMap<string, number>;
  /** The ids of the columns whose width a person chose. */
  sized: readonly string[];
}

const clamped = (px: number): number => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, px));

/**
 * The first column names the row, so it stays first and visible.
 *
 * @param scale the size of letters, as a share of the usual one.
 */
export function arrangementOf(
  columns: readonly Pick<ResourceColumn<never>, 'id' | 'width'>[],
  layout: TableLayout,
  scale: number,
): Arrangement {
  const { columnVisibility = {}, columnOrder = [], columnSizing = {}, columnPinning } = layout;
  const [first = '', ...others] = columns.map(({ id }) => id);
  const order = completeOrder([first, ...others], columnOrder);
  const pinned = [first, ...(columnPinning?.start ?? []).filter((id) => others.includes(id))];
  const isVisible = (id: string) => id === first || columnVisibility[id] !== false;
  const sizes = columns.map(({ id, width }) => {
    const own = typeof width === 'number' ? width : id === first ? FIRST_WIDTH : FLEXIBLE_WIDTH;
    return [id, clamped(columnSizing[id] ?? own) * scale] as const;
  });
  return {
    order,
    shown: [...new Set([...pinned, ...order])].filter(isVisible),
    pinned,
    sizes: new Map(sizes),
    sized: Object.keys(columnSizing),
  };
}
