/**
 * Estimates where a position is in the merged order of some areas. Their blocks are counted, so a
 * hundred of them tell how some ten thousand rows lie.
 */
import type { AreaQuery, Place } from './area-reads.ts';
import { boundsOf, isBetween } from './bounds.ts';
import type { Bound, Ends } from './bounds.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';

/** Nearer to an end than so many rows, or this part of all between them, the ends tell enough. */
const NEAR = 512;
const NEAR_PART = 1 / 128;

/** Among so many rows there are some hundred small blocks. Farther apart, large ones tell enough. */
const SMALL_BLOCKS_WITHIN = 100_000;

export class Estimate {
  readonly #dialect: Dialect;
  readonly #places: readonly Place[];
  readonly #query: AreaQuery;
  #bounds: readonly Bound[] = [];
  /** Blocks of this level and above have been read. */
  #level = 2;

  constructor(dialect: Dialect, places: readonly Place[], query: AreaQuery) {
    this.#dialect = dialect;
    this.#places = places;
    this.#query = query;
  }

  /**
   * A row that is thought to be next to a position, as its area and its rank in it; null where
   * blocks tell nothing.
   *
   * @param share of the rows between the ends, those below the position.
   */
  *rowAt(ends: Ends, share: number): Plan<[area: number, rank: number] | null> {
    const [from, to] = ends;
    const start = sum(from.ranks);
    const open = sum(to.ranks) - start;
    yield* this.#read(ends, open, open * Math.min(share, 1 - share));
    if (this.#bounds.length === 0) return null;
    return rowNear(this.#bounds, ends, start + share * open);
  }

  /**
   * Smaller blocks where none of the larger begins between the ends any more.
   *
   * @param open how many rows there are between the ends.
   * @param distance how many to the nearer one.
   */
  *#read(ends: Ends, open: number, distance: number): Plan<void> {
    this.#bounds = this.#bounds.filter(({ at }) => isBetween(at, ends));
    const level = open > SMALL_BLOCKS_WITHIN ? 1 : 0;
    if (
      this.#bounds.length > 0 ||
      level >= this.#level ||
      distance < Math.max(NEAR, open * NEAR_PART)
    )
      return;
    this.#level = level;
    const bounds = yield* boundsOf(this.#dialect, this.#places, this.#query, level, ends);
    this.#bounds = bounds.filter(({ at }) => isBetween(at, ends));
  }
}

/**
 * A row between the two bounds that a position is thought to be between; null if there is none.
 *
 * @param bounds those between the ends.
 * @param wanted how many rows of all areas are below the position.
 */
export function rowNear(
  bounds: readonly Bound[],
  ends: Ends,
  wanted: number,
): [area: number, rank: number] | null {
  const [before, behind] = ranksAround(bounds, ends, wanted);
  const widths = behind.map((rank, area) => rank - (before[area] ?? 0));
  const width = Math.max(...widths);
  if (width <= 0) return null;
  const area = widths.indexOf(width);
  const rank = (before[area] ?? 0) + (width * (wanted - sum(before))) / sum(widths);
  const [from, to] = ends.map(({ ranks }) => ranks[area] ?? 0);
  return [area, Math.min(Math.max(Math.floor(rank), from ?? 0), (to ?? 0) - 1)];
}

/**
 * How many rows of each area are thought to be below the two bounds next to a position, or below
 * the ends if these are next to it.
 */
function ranksAround(
  bounds: readonly Bound[],
  ends: Ends,
  wanted: number,
): [before: readonly number[], behind: readonly number[]] {
  const sweep = new Sweep(bounds, ends);
  let before: Ranked | null = null;
  for (const bound of sweep.bounds) {
    if (sweep.below(bound) > wanted) {
      return [before === null ? ends[0].ranks : sweep.ranksAt(before), sweep.ranksAt(bound)];
    }
    sweep.pass(bound);
    before = bound;
  }
  return [before === null ? ends[0].ranks : sweep.ranksAt(before), ends[1].ranks];
}

/** A bound with how many rows of its area are below it, and below the next one. */
interface Ranked {
  area: number;
  rank: number;
  next: number;
}

/** How many rows of an area are below where a sweep is, at least and at most. */
interface Span {
  least: number;
  most: number;
}

/** Goes from bound to bound. */
class Sweep {
  readonly bounds: readonly Ranked[];
  readonly #from: readonly number[];
  readonly #to: readonly number[];
  /** Of the areas that have bounds. */
  readonly #spans = new Map<number, Span>();
  readonly #start: number;
  /** How many rows of these areas there are between the ends for each row of all areas. */
  readonly #share: number;
  /** The sum of the middles of the spans, less what is below them all. */
  #passed = 0;

  constructor(bounds: readonly Bound[], [{ ranks: from }, { row, ranks: to }]: Ends) {
    [this.#from, this.#to] = [from, to];
    this.bounds = rankedOf(bounds, from, to, row === null);
    for (const { area, rank } of this.bounds.toReversed()) {
      this.#spans.set(area, { least: from[area] ?? 0, most: rank });
    }
    let width = 0;
    for (const [area, span] of this.#spans) {
      width += (to[area] ?? 0) - span.least;
      this.#passed += middle(span) - span.least;
    }
    this.#start = sum(from);
    this.#share = width / Math.max(1, sum(to) - this.#start);
  }

  /** How many rows of all areas are below a bound, which is the next one. */
  below({ area, rank }: Ranked): number {
    const span = this.#spans.get(area);
    const passed = this.#passed + (span === undefined ? 0 : rank - middle(span));
    return this.#share === 0 ? this.#start : this.#start + passed / this.#share;
  }

  pass({ area, rank, next }: Ranked): void {
    const span = this.#spans.get(area);
    if (span === undefined) return;
    this.#passed -= middle(span);
    [span.least, span.most] = [rank, next];
    this.#passed += middle(span);
  }

  /** Of the next bound or the last one. */
  ranksAt(bound: Ranked): number[] {
    const below = this.below(bound);
    const all = sum(this.#to) - this.#start;
    // Areas without bounds are thought to lie as the others do.
    const part = all === 0 ? 0 : (below - this.#start) / all;
    return this.#from.map((from, area) => {
      if (area === bound.area) return bound.rank;
      const span = this.#spans.get(area);
      return span === undefined ? from + part * ((this.#to[area] ?? from) - from) : middle(span);
    });
  }
}

/** @param isLast whether nothing of the areas is behind their end. */
function rankedOf(
  bounds: readonly Bound[],
  from: readonly number[],
  to: readonly number[],
  isLast: boolean,
): Ranked[] {
  const nexts = new Map<number, number>();
  const ranked: Ranked[] = [];
  for (const { area, count, isFirst } of bounds.toReversed()) {
    const known = nexts.get(area);
    const next = known ?? to[area] ?? 0;
    const least = from[area] ?? 0;
    // The rows of the last block may go on behind the end.
    const rows = known === undefined && !isLast ? count / 2 : count;
    const rank = isFirst ? least : Math.max(least, next - rows);
    nexts.set(area, rank);
    ranked.push({ area, rank, next });
  }
  return ranked.toReversed();
}

const middle = ({ least, most }: Span) => (least + most) / 2;

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, one) => total + one, 0);
