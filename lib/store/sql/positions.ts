/**
 * Finds a position in the merged order of some areas by what is counted, at a cost that hardly
 * depends on how far away it is: a row of one area is ranked in all of them, and the position is
 * before it or after it.
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';
import { countsBetween, entryAt, ranksOf } from './ranks.ts';

/** Walking so many rows takes as long as finding a position. */
export const MOST_WALKED = 256;
/** Where it was found in several areas, so many are walked, and some more for each area. */
const WALKED_AFTER = 64;
const WALKED_EACH = 2;

/** For more areas, ranking a row in all of them would take too long. */
export const MOST_PLACES = 200;

/** Within so many rows for each area, counting them is quicker than adding up blocks. */
const COUNTED_EACH = 512;

/** By then estimates have led nowhere, and halves are sure to. */
const MOST_GUESSES = 12;

/** Uids that would be before and after all others. */
export const BEFORE_ALL = '';
export const AFTER_ALL = '~';

/** The rows after a cursor, but for the first ones. */
export interface Start {
  cursor: Cursor | null;
  skip: number;
}

/** @returns a nearer start of the same page; null if there is nothing so far behind. */
export function* nearerStart(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  mostWalked: number,
): Plan<Start | null> {
  const { cursor, skip } = query;
  if (skip <= mostWalked || places.length > MOST_PLACES) return { cursor, skip };
  const search = new Search(dialect, places, query);
  const walked = WALKED_AFTER + WALKED_EACH * places.length;
  return yield* search.run(places.length === 1 ? 0 : Math.min(walked, mostWalked));
}

/** One end of where the position may be: how many rows of each area there are below it. */
interface End {
  row: Cursor | null;
  ranks: readonly number[];
}

class Search {
  readonly #dialect: Dialect;
  readonly #places: readonly Place[];
  readonly #query: AreaQuery;
  readonly #total: number;
  /** In ascending order: all rows up to this one are below the position … */
  #from: End;
  /** … and those from this one on are above it. */
  #to: End;
  /** The row that is nearest before the position in the direction of the list, and its number. */
  #cursor: Cursor | null;
  #passed = 0;
  /** Whether rows with the same value were found. */
  #isTied = false;

  constructor(dialect: Dialect, places: readonly Place[], query: AreaQuery) {
    this.#dialect = dialect;
    this.#places = places;
    this.#query = query;
    this.#from = { row: null, ranks: places.map(() => 0) };
    this.#to = { row: null, ranks: places.map(({ size }) => size) };
    this.#total = sum(this.#to.ranks);
    this.#cursor = query.cursor;
  }

  /** @param walked so many rows may be left to walk. */
  *run(walked: number): Plan<Start | null> {
    if (this.#cursor !== null) yield* this.#passCursor(this.#cursor);
    const target = this.#passed + this.#query.skip;
    if (target >= this.#total) return null;
    let wasOpen = Infinity;
    for (let guesses = 0; target - this.#passed > walked; guesses += 1) {
      const left = target - this.#passed;
      const open = sum(this.#widths());
      // Otherwise a damaged database would be searched for ever.
      if (open <= 0 || open >= wasOpen) throw new Error('counts and rankings differ');
      wasOpen = open;
      const share = Math.max(0, left - 1 - walked / 2) / open;
      const row = this.#isInTurn()
        ? yield* this.#look(this.#inTurn(left), target)
        : yield* this.#look(this.#inWidest(guesses < MOST_GUESSES ? share : 0.5), target);
      if (this.#isTied && !this.#isInTurn()) yield* this.#lookAround(row.value, target);
    }
    return { cursor: this.#cursor, skip: target - this.#passed };
  }

  /** How many rows of each area are still between the ends. */
  #widths(): number[] {
    return this.#to.ranks.map((to, index) => to - (this.#from.ranks[index] ?? 0));
  }

  /** Which need not exist any more. */
  *#passCursor(cursor: Cursor): Plan<void> {
    const { descending } = this.#query.order;
    const sign = descending ? '<' : '<=';
    const ranks = yield* ranksOf(this.#dialect, this.#places, this.#query, sign, cursor);
    if (descending) this.#to = { row: cursor, ranks };
    else this.#from = { row: cursor, ranks };
    this.#passed = descending ? this.#total - sum(ranks) : sum(ranks);
  }

  /** A row of the area that has the most of them left, at a share of these. */
  #inWidest(share: number): [place: number, rank: number] {
    const widths = this.#widths();
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    return this.#behind(widest, Math.min(width - 1, Math.floor(width * share)));
  }

  /** The row where the position is if one area is behind the other. */
  #inTurn(left: number): [place: number, rank: number] {
    const widths = [...this.#widths().entries()];
    let rest = left - 1;
    for (const [place, width] of this.#query.order.descending ? widths.toReversed() : widths) {
      if (rest < width) return this.#behind(place, rest);
      rest -= width;
    }
    return this.#inWidest(0.5);
  }

  /** A row of an area, by its number from the end where the list begins. */
  #behind(place: number, offset: number): [place: number, rank: number] {
    const [from, to] = [this.#from.ranks[place] ?? 0, this.#to.ranks[place] ?? 0];
    return [place, this.#query.order.descending ? to - 1 - offset : from + offset];
  }

  /** Whether all rows between the ends have the same value: one area is behind the other there. */
  #isInTurn(): boolean {
    return this.#from.row !== null && this.#from.row.value === this.#to.row?.value;
  }

  /** Ranks a row in all areas, which becomes one of the ends. */
  *#look([index, rank]: [place: number, rank: number], target: number): Plan<Cursor> {
    const { descending } = this.#query.order;
    const place = this.#places[index];
    if (place === undefined) throw new Error('there are no areas');
    const row = yield* entryAt(this.#dialect, place, this.#query, rank);
    const ranks = yield* this.#ranksOf(row, index, rank);
    const withRow = ranks.map((one, at) => (at === index ? one + 1 : one));
    const isBefore = this.#passedBy(descending ? ranks : withRow) <= target;
    const isTied = [this.#from, this.#to].some((end) => end.row?.value === row.value);
    this.#isTied ||= isTied && this.#places.length > 1;
    // The row itself is on neither side.
    this.#narrow(row, isBefore === descending ? ranks : withRow, isBefore);
    return row;
  }

  /** Makes the ends those of all rows with a value if the position is among them, or skips them. */
  *#lookAround(value: Cursor['value'], target: number): Plan<void> {
    for (const uid of [BEFORE_ALL, AFTER_ALL]) {
      const row = { value, uid };
      const ranks = yield* ranksOf(this.#dialect, this.#places, this.#query, '<', row);
      const isCloser = sum(ranks) >= sum(this.#from.ranks) && sum(ranks) <= sum(this.#to.ranks);
      if (isCloser) this.#narrow(row, ranks, this.#passedBy(ranks) <= target);
    }
  }

  #passedBy(ranks: readonly number[]): number {
    return this.#query.order.descending ? this.#total - sum(ranks) : sum(ranks);
  }

  /** @param ranks how many rows are below the position then. */
  #narrow(row: Cursor, ranks: readonly number[], isBefore: boolean): void {
    if (isBefore) [this.#cursor, this.#passed] = [row, this.#passedBy(ranks)];
    if (isBefore === this.#query.order.descending) this.#to = { row, ranks };
    else this.#from = { row, ranks };
  }

  /** Counted from the nearer end if that is near. */
  *#ranksOf(row: Cursor, index: number, rank: number): Plan<number[]> {
    const [places, { row: lower, ranks: from }, { row: upper, ranks: to }] = [
      this.#places,
      this.#from,
      this.#to,
    ];
    if (places.length === 1) return [rank];
    // Between rows with the same value there may be any number of rows in the other areas.
    const isNear = (distance: number) =>
      (this.#isTied ? sum(this.#widths()) / places.length : distance) < COUNTED_EACH;
    if (lower !== null && isNear(rank - (from[index] ?? 0))) {
      const counts = yield* countsBetween(this.#dialect, places, this.#query, ['>', lower], row);
      return counts.map((count, at) => (from[at] ?? 0) + count);
    }
    if (upper !== null && isNear((to[index] ?? 0) - rank)) {
      const counts = yield* countsBetween(this.#dialect, places, this.#query, ['>=', row], upper);
      return counts.map((count, at) => (to[at] ?? 0) - count);
    }
    return yield* ranksOf(this.#dialect, places, this.#query, '<', row);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
