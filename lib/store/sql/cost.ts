/** How many rows a read may have to look at that has other conditions than its place. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { Place } from '#lib/store/handles.ts';
import { all, below, is, type Predicate } from '#lib/store/predicates.ts';
import { largeColumns } from '#lib/store/tables/large.ts';
import { namesFew } from './below.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';
import { sizeOf } from './tallies.ts';
import { selectWeight } from './weight.ts';

/** Looking for a text in a row takes as long as comparing so many rows. */
const TEXT = 2;

/** SQLite reads so many bytes of a row, to get to the columns behind them, as soon as another row. */
const BYTES = 8_192;

/** Rows that show how long others are. */
const SAMPLE = 32;

/** Undefined where nothing asks for it: a server decides by itself, and a thread reads whatever it takes. */
export function* costFor(
  dialect: Dialect,
  type: ResourceType,
  { where, place = null }: { where: Predicate; place?: Place | null },
): Plan<number | undefined> {
  if (dialect.isRemote || dialect.most === Infinity) return undefined;
  const found = yield* foundByIndex(dialect, type, where);
  if (found !== null) return yield* costOf(dialect, type, { where, ...found });
  const size = yield* sizeOf(dialect, type, place ?? NOWHERE);
  const named =
    place === null
      ? yield* namedBy(dialect, type, where)
      : { rows: size.rows, among: rowsOf(place) };
  const rows = Math.min(named.rows, size.all);
  return yield* costOf(dialect, type, { where, rows, among: named.among });
}

/** The rows of a value that has an index, if they are few. */
function* foundByIndex(dialect: Dialect, type: ResourceType, where: Predicate): Plan<Named | null> {
  for (const part of where.kind === 'all' ? where.of : [where]) {
    if (part.kind === 'all' || !namesFew(part)) continue;
    const { rows } = yield* selectWeight(dialect, type, part, dialect.most + 1);
    if (rows <= dialect.most) return { rows, among: part };
  }
  return null;
}

const NOWHERE: Place = { parent: null, subtrees: [] };

export const rowsOf = ({ parent, subtrees }: Place): Predicate =>
  subtrees === null ? is('parent', parent) : below(...subtrees.map(({ uid }) => uid));

export interface Named {
  rows: number;
  /** The predicate that these rows, and no others, satisfy. */
  among: Predicate;
}

/** As many short rows without texts take as long to filter. */
export function* costOf(
  dialect: Dialect,
  type: ResourceType,
  { where, rows, among }: Named & { where: Predicate },
): Plan<number> {
  const cost = rows * (1 + TEXT * textsIn(where));
  if (cost === 0 || cost > dialect.most || dialect.most === Infinity) return cost;
  if (largeColumns(type).length === 0) return cost;
  const sample = yield* selectWeight(dialect, type, among, SAMPLE);
  return cost + (rows * sample.bytes) / Math.max(sample.rows, 1) / BYTES;
}

function textsIn(where: Predicate): number {
  if (where.kind === 'not') return textsIn(where.of);
  // A related row is looked up as well.
  if (where.kind === 'joinContains') return where.columns.length + 1;
  if (where.kind !== 'all' && where.kind !== 'any') return isText(where) ? 1 : 0;
  return where.of.reduce((sum, part) => sum + textsIn(part), 0);
}

const isText = ({ kind }: Predicate): boolean => kind === 'contains' || kind === 'aliasContains';

/** The rows below the group that a condition names. */
function* namedBy(dialect: Dialect, type: ResourceType, where: Predicate): Plan<Named> {
  if (where.kind === 'below') {
    const subtrees = where.uids.map((uid) => ({ uid, withSelf: false }));
    const { rows } = yield* sizeOf(dialect, type, { parent: null, subtrees });
    return { rows, among: where };
  }
  let least: Named = { rows: Infinity, among: all() };
  for (const part of where.kind === 'all' ? where.of : []) {
    const named = yield* namedBy(dialect, type, part);
    if (named.rows < least.rows) least = named;
  }
  return least;
}
