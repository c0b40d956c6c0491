/**
 * Finds a position in the merged order of some areas by what is counted, at a cost that hardly
 * depends on how far away it is: a row of one area is ranked in all of them, and the position is
 * before it or after it.
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import { AFTER_ALL, BEFORE_ALL, isBetween } from './bounds.ts';
import type { End, Ends } from './bounds.ts';
import type { Dialect } from './dialect.ts';
import { Estimate, sum } from './estimate.ts';
import type { Plan } from './plan.ts';
import { countsBetween, entryAt, ranksOf } from './ranks.ts';

/** Walking so many rows takes as long as finding a position. */
export const MOST_WALKED = 256;
/** Where it was found in several areas, so many are walked, and some more for each area. */
const WALKED_AFTER = 64;
const WALKED_EACH = 2;

/** For more areas, ranking a row in all of them would take too long. */
export const MOST_PLACES = 200;

/** Up to so many rows for each area, counting them is quicker than adding up blocks. */
const COUNTED_EACH = 128;

/** By then estimates have led nowhere, and halves are sure to. */
const MOST_GUESSES = 12;

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
  readonly #estimate: Estimate;

  constructor(dialect: Dialect, places: readonly Place[], query: AreaQuery) {
    this.#dialect = dialect;
    this.#places = places;
    this.#query = query;
    this.#from = { row: null, ranks: places.map(() => 0) };
    this.#to = { row: null, ranks: places.map(({ size }) => size) };
    this.#total = sum(this.#to.ranks);
    this.#cursor = query.cursor;
    this.#estimate = new Estimate(dialect, places, query);
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
      const row = yield* this.#look(yield* this.#guess(guesses, left, share), share, target);
      if (this.#isTied && !this.#isInTurn()) yield* this.#lookAround(row.value, target);
    }
    return { cursor: this.#cursor, skip: target - this.#passed };
  }

  get #ends(): Ends {
    return [this.#from, this.#to];
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

  /** @param share of the rows between the ends, those that are thought to be before the position. */
  *#guess(guesses: number, left: number, share: number): Plan<[place: number, rank: number]> {
    if (this.#isInTurn()) return this.#inTurn(left);
    if (guesses >= MOST_GUESSES) return this.#inWidest(0.5);
    // Where areas lie alike the first guess is good. Among equal rows blocks tell nothing.
    const isEstimated = guesses > 0 && this.#places.length > 1 && !this.#isTied;
    const estimate = isEstimated
      ? yield* this.#estimate.rowAt(this.#ends, this.#ascending(share))
      : null;
    return estimate ?? this.#inWidest(share);
  }

  /** A share of the rows between the ends, as one from the lower end on. */
  #ascending(share: number): number {
    return this.#query.order.descending ? 1 - share : share;
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

  /** Areas are in the order of their uids. */
  #ranksInTurn(index: number, rank: number): number[] {
    const { ranks: from } = this.#from;
    return this.#to.ranks.map((to, area) => {
      if (area === index) return rank;
      return area < index ? to : (from[area] ?? 0);
    });
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

  /**
   * Ranks a row in all areas, which becomes one of the ends.
   *
   * @param share of the rows between the ends, those that are thought to be before the row.
   */
  *#look(
    [index, rank]: [place: number, rank: number],
    share: number,
    target: number,
  ): Plan<Cursor> {
    const { descending } = this.#query.order;
    const place = this.#places[index];
    if (place === undefined) throw new Error('there are no areas');
    const row = yield* entryAt(this.#dialect, place, this.#query, rank);
    const ranks = this.#isInTurn()
      ? this.#ranksInTurn(index, rank)
      : yield* this.#ranksOf(row, rank, this.#ascending(share));
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
      if (!isBetween(row, this.#ends)) continue;
      const ranks = yield* this.#ranksBefore(row);
      this.#narrow(row, ranks, this.#passedBy(ranks) <= target);
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

  /**
   * Counted from the nearer end if that is near.
   *
   * @param share of the rows between the ends, those that are thought to be below the row.
   */
  *#ranksOf(row: Cursor, rank: number, share: number): Plan<number[]> {
    if (this.#places.length === 1) return [rank];
    const { row: lower, ranks: from } = this.#from;
    const { row: upper, ranks: to } = this.#to;
    const widths = this.#widths();
    const open = sum(widths);
    const areas = this.#openAreas(widths);
    // Between rows with the same value there may be any number of rows in the other areas.
    const isNear = (part: number) => open * (this.#isTied ? 1 : part) < COUNTED_EACH * areas.length;
    if (lower !== null && isNear(share)) {
      const counted = (places: Place[]) =>
        countsBetween(this.#dialect, places, this.#query, ['>', lower], row);
      return yield* this.#inAreas(areas, counted, (count, area) => (from[area] ?? 0) + count);
    }
    if (upper !== null && isNear(1 - share)) {
      const counted = (places: Place[]) =>
        countsBetween(this.#dialect, places, this.#query, ['>=', row], upper);
      return yield* this.#inAreas(areas, counted, (count, area) => (to[area] ?? 0) - count);
    }
    return yield* this.#ranksBefore(row);
  }

  /** The ranks of a position between the ends. */
  *#ranksBefore(row: Cursor): Plan<number[]> {
    const areas = this.#openAreas(this.#widths());
    const ranked = (places: Place[]) => ranksOf(this.#dialect, places, this.#query, '<', row);
    return yield* this.#inAreas(areas, ranked, (rank) => rank);
  }

  /**
   * The areas that still have rows between the ends: in all others the rank is known. Some of these
   * are asked too, so that the number of areas is one of a few. Each makes statements of its own,
   * which have to be prepared.
   */
  #openAreas(widths: readonly number[]): number[] {
    const areas = [...widths.keys()];
    const open = areas.filter((area) => widths[area] !== 0);
    const closed = areas.filter((area) => widths[area] === 0);
    if (open.length === 0) return [];
    const count = 2 ** Math.ceil(Math.log2(open.length));
    return [...open, ...closed.slice(0, count - open.length)].sort((a, b) => a - b);
  }

  /** The ranks in all areas by numbers of some. */
  *#inAreas(
    areas: readonly number[],
    numbersOf: (places: Place[]) => Plan<number[]>,
    rankOf: (number: number, area: number) => number,
  ): Plan<number[]> {
    const ranks = [...this.#from.ranks];
    if (areas.length === 0) return ranks;
    const numbers = yield* numbersOf(areas.flatMap((area) => this.#places[area] ?? []));
    for (const [nth, area] of areas.entries()) ranks[area] = rankOf(numbers[nth] ?? 0, area);
    return ranks;
  }
}
