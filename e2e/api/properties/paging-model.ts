/** What pages may show while rows come, move and go. `bench/verify` holds large data to the same rule. */

/** Names. Beyond the basic plane, UTF-16 and code points sort differently. */
export const NAMES = ['a', 'B', 'b', 'é', '\u{ffee}', '\u{1f600}', 'a b'];

interface Reading<Row> {
  /** The rows from the first page on, before anything changed. */
  before: readonly Row[];
  /** The rows of all pages. */
  seen: readonly Row[];
  /** The uids of rows that were created, moved or deleted meanwhile. */
  touched: ReadonlySet<string>;
  /** Those that were moved, and may be on two pages. */
  moved: ReadonlySet<string>;
  /** Whether the last page was read. */
  isOver: boolean;
}

/** The untouched rows that were seen, those that must be, and how many unmoved rows were seen twice. */
export function judge<Row>(
  { before, seen, touched, moved, isOver }: Reading<Row>,
  uidOf: (row: Row) => string,
): { steady: Row[]; expected: Row[]; twice: number } {
  const isSteady = (row: Row) => !touched.has(uidOf(row));
  const steady = seen.filter(isSteady);
  const expected = before.filter(isSteady);
  const once = seen.map(uidOf).filter((uid) => !moved.has(uid));
  return {
    steady,
    expected: isOver ? expected : expected.slice(0, steady.length),
    twice: once.length - new Set(once).size,
  };
}
