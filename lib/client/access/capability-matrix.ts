/**
 * The capabilities as a table of family by verb. Pure functions, so that the editor and the views
 * agree.
 */
import { entryOf, RESOURCE_TYPES, titleOf } from '#lib/resources/catalog.ts';
import { CAPABILITIES, type Capability } from '#lib/resources/capabilities.ts';

/** The verbs of most families, and one column for verbs of a single family. */
export const MATRIX_COLUMNS = [
  { id: 'list', label: 'List' },
  { id: 'create', label: 'Create' },
  { id: 'update', label: 'Update' },
  { id: 'delete', label: 'Delete' },
  { id: 'other', label: 'Other' },
] as const;

export interface MatrixRow {
  /** The part of its capabilities before the dot. */
  family: string;
  label: string;
  /** One per column; null if the family has no such verb. */
  cells: readonly (Capability | null)[];
}

export const verbOf = (capability: Capability): string => capability.split('.')[1] ?? '';

const familyOf = (capability: Capability): string => capability.split('.')[0] ?? '';

function columnOf(capability: Capability): string {
  const verb = verbOf(capability);
  return MATRIX_COLUMNS.some(({ id }) => id === verb) ? verb : 'other';
}

/** A family has the name of the resource that its capabilities list. */
const FAMILIES = RESOURCE_TYPES.map(entryOf).filter(({ grants }) => grants.length > 0);

/** The capabilities by family and verb, as the form of a role shows them. */
export const MATRIX: readonly MatrixRow[] = FAMILIES.map((entry) => ({
  family: entry.family,
  label: titleOf(entry),
  cells: MATRIX_COLUMNS.map(
    ({ id }) =>
      CAPABILITIES.find((name) => familyOf(name) === entry.family && columnOf(name) === id) ?? null,
  ),
}));

const isPresent = (cell: Capability | null): cell is Capability => cell !== null;

export const rowCapabilities = ({ cells }: MatrixRow): readonly Capability[] =>
  cells.filter(isPresent);

export const columnCapabilities = (column: number): readonly Capability[] =>
  MATRIX.map(({ cells }) => cells[column] ?? null).filter(isPresent);

/** In catalog order, so that the same choice always gives the same list. */
export const inOrder = (chosen: ReadonlySet<string>): Capability[] =>
  CAPABILITIES.filter((name) => chosen.has(name));

/** How many are selected: the state of a checkbox that represents all of them. */
export function coverage(
  some: readonly Capability[],
  chosen: ReadonlySet<string>,
): 'none' | 'some' | 'all' {
  const count = some.filter((name) => chosen.has(name)).length;
  if (count === 0) return 'none';
  return count === some.length ? 'all' : 'some';
}

/**
 * Selects all capabilities that may be selected, or, if they all are, deselects them. A capability
 * that may not be selected can still be deselected.
 */
export function toggled(
  some: readonly Capability[],
  chosen: ReadonlySet<string>,
  isAllowed: (capability: Capability) => boolean,
): Capability[] {
  const allowed = some.filter(isAllowed);
  const isOff = allowed.every((name) => chosen.has(name));
  const next = new Set(chosen);
  for (const name of isOff ? some : allowed) {
    if (isOff) next.delete(name);
    else next.add(name);
  }
  return inOrder(next);
}

/**
 * The position of a cell in the editor's grid: the header line is row 0, the names are column 0.
 */
export interface Place {
  row: number;
  column: number;
}

const LAST: Place = { row: MATRIX.length, column: MATRIX_COLUMNS.length };

const isWithin = ({ row, column }: Place): boolean =>
  row >= 0 && column >= 0 && row <= LAST.row && column <= LAST.column;

const hasCheckbox = ({ row, column }: Place): boolean =>
  row === 0 || column === 0 || MATRIX[row - 1]?.cells[column - 1] !== null;

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The position that a key moves to, skipping cells without a checkbox; null for other keys. */
export function placeAfter(key: string, isWhole: boolean, from: Place): Place | null {
  if (key === 'Home') return isWhole ? { row: 0, column: 0 } : { ...from, column: 0 };
  if (key === 'End') {
    const end = { row: isWhole ? LAST.row : from.row, column: LAST.column };
    return hasCheckbox(end) ? end : placeAfter('ArrowLeft', false, end);
  }
  const step = STEPS[key];
  if (!step) return null;
  const next = { row: from.row, column: from.column };
  do {
    next.row += step[0];
    next.column += step[1];
    if (!isWithin(next)) return null;
  } while (!hasCheckbox(next));
  return next;
}
