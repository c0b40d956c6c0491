/**
 * The tree as rows without an object for each group: ten thousand siblings are one run. A run is a
 * stretch of siblings with nothing expanded in between, so the number of runs depends on the number
 * of expanded groups.
 */

/** The parent of the top groups. No group has this uid. */
export const ROOTS = '';

export interface Branch {
  /** The number of children; undefined until the first page has loaded. */
  total: number | undefined;
  isFailed: boolean;
  /** The expanded children, by position. */
  expanded: readonly { index: number; uid: string }[];
}

export interface Run {
  kind: 'groups' | 'failed';
  /** The number of its first row. */
  start: number;
  length: number;
  parent: string;
  /** The row number of the parent; -1 for top groups. */
  parentRow: number;
  /** The position of the first row among its siblings. */
  first: number;
  /** From 1. */
  level: number;
  setSize: number;
}

export interface Row {
  kind: Run['kind'];
  row: number;
  parent: string;
  parentRow: number;
  /** The position among the siblings, from 0. */
  index: number;
  level: number;
  setSize: number;
}

/**
 * Lays out the expanded branches below each other. `branchOf` is called with ROOTS and every
 * expanded uid.
 */
export function layOut(branchOf: (uid: string) => Branch | undefined): Run[] {
  const runs: Run[] = [];
  let start = 0;

  const push = (run: Omit<Run, 'start'>) => {
    if (run.length === 0) return;
    runs.push({ ...run, start });
    start += run.length;
  };

  const visit = (parent: string, parentRow: number, level: number) => {
    const branch = branchOf(parent);
    if (!branch) return;
    const setSize = branch.total ?? 0;
    const own = { parent, parentRow, level, setSize };
    let first = 0;
    for (const child of branch.expanded) {
      push({ ...own, kind: 'groups', first, length: child.index + 1 - first });
      first = child.index + 1;
      visit(child.uid, start - 1, level + 1);
    }
    push({ ...own, kind: 'groups', first, length: Math.max(0, setSize - first) });
    if (branch.isFailed && branch.total === undefined) {
      push({ ...own, kind: 'failed', first: 0, length: 1, setSize: 1 });
    }
  };

  visit(ROOTS, -1, 1);
  return runs;
}

export function rowCount(runs: readonly Run[]): number {
  const last = runs.at(-1);
  return last ? last.start + last.length : 0;
}

/** The row with this number, by binary search. */
export function rowAt(runs: readonly Run[], row: number): Row | undefined {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const run = runs[middle]!;
    if (row < run.start) high = middle - 1;
    else if (row >= run.start + run.length) low = middle + 1;
    else {
      const { kind, parent, parentRow, level, setSize } = run;
      return { kind, row, parent, parentRow, level, setSize, index: run.first + row - run.start };
    }
  }
  return undefined;
}

/** The row number of a child by its parent and position; undefined if it is not laid out. */
export function rowOf(runs: readonly Run[], parent: string, index: number): number | undefined {
  const run = runs.find(
    (one) => one.parent === parent && index >= one.first && index < one.first + one.length,
  );
  return run && run.start + index - run.first;
}
