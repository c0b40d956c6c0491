/** Follows a chain record by record, and reports what does not fit. */
import { hashAt } from '#lib/audit/chain.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Link } from '#lib/store/store.ts';

/** What can be wrong with a record, or with a chain. */
type Problem =
  /** A record has other content than was recorded. */
  | 'CHANGED'
  | 'MISSING'
  /** A record is at another place than the one where it was recorded. */
  | 'REORDERED'
  /** A record was not put into the chain by Grove. */
  | 'INSERTED'
  /** The chain agrees with itself, and not with what was signed. */
  | 'REWRITTEN'
  /** A signature, or the file of heads in the data folder, is not by the installation. */
  | 'NOT_SIGNED'
  /** A hash that was noted before is nowhere in the chain. */
  | 'UNKNOWN_HEAD';

export interface Finding {
  problem: Problem;
  /** Of the first record that is meant; 0 if it has no place in the chain. */
  sequence: number;
  /** '' for a missing record. */
  uid: string;
  /** In words. */
  detail: string;
}

type Row = RowOf<'AuditEvent'>;

/** A record whose hash is not that of its content behind the record before it. */
interface Misfit {
  row: Row;
  sequence: number;
  previous: string;
}

/** Each of these is compared with the places of all others. */
const EXPLAINED = 24;

export class Walk {
  readonly #chain: string;
  readonly #findings: Finding[] = [];
  readonly #misfits: Misfit[] = [];
  #more = 0;
  /** The hash of the last record; null if that is missing. */
  #previous: string | null;
  /** The sequence of the last record. */
  last: number;
  records = 0;

  constructor(chain: string, start: Link) {
    this.#chain = chain;
    this.last = start.sequence;
    this.#previous = start.hash;
  }

  /** @param row the record with the lowest sequence above `last`. */
  visit(row: Row): void {
    const sequence = row.sequence ?? 0;
    this.records += 1;
    if (sequence > this.last + 1) this.#miss(this.last + 1, sequence - 1);
    const previous = this.#previous;
    if (previous !== null && this.#hashOf(row, sequence, previous) !== row.hash) {
      if (this.#misfits.length < EXPLAINED) this.#misfits.push({ row, sequence, previous });
      else this.#more += 1;
    }
    this.last = sequence;
    this.#previous = row.hash ?? '';
  }

  /** Compares the last record with what was signed as a later one. */
  endBefore(signed: number): void {
    if (signed > this.last) this.#miss(this.last + 1, signed);
  }

  findings(): Finding[] {
    return [...this.#findings, ...this.#explained()].sort((a, b) => a.sequence - b.sequence);
  }

  #hashOf(row: Row, sequence: number, previous: string): string {
    return hashAt(row, { chain: this.#chain, sequence, previous });
  }

  #miss(first: number, last: number): void {
    const detail =
      first === last ? 'the record is missing' : `the records up to ${last} are missing`;
    this.#findings.push({ problem: 'MISSING', sequence: first, uid: '', detail });
    this.#previous = null;
  }

  #explained(): Finding[] {
    const homes = new Map(this.#misfits.map((misfit) => [misfit, this.#homeOf(misfit)]));
    const taken = new Set(homes.values());
    const findings = this.#misfits.flatMap((misfit): Finding[] => {
      const { sequence, row } = misfit;
      const home = homes.get(misfit) ?? null;
      // The record is at its place: the problem is the record before it.
      if (home === sequence) return [];
      const at = { sequence, uid: row.uid };
      if (home !== null) {
        return [{ problem: 'REORDERED', ...at, detail: `it was recorded as number ${home}` }];
      }
      if (taken.has(sequence)) {
        return [{ problem: 'INSERTED', ...at, detail: 'another record has this place' }];
      }
      const detail = `it is not what was recorded, or record ${sequence - 1} was changed with its hash`;
      return [{ problem: 'CHANGED', ...at, detail }];
    });
    if (this.#more > 0) {
      const detail = `${this.#more} more records do not follow from those before them`;
      findings.push({ problem: 'CHANGED', sequence: this.last, uid: '', detail });
    }
    return findings;
  }

  /** The place that the hash of a record is right for; null if nothing explains it. */
  #homeOf({ row, sequence }: Misfit): number | null {
    const places = this.#misfits.map((other) => other.sequence);
    const hashes = this.#misfits.flatMap((other) => [other.previous, other.row.hash ?? '']);
    for (const place of [sequence, ...places, (places.at(-1) ?? 0) + 1]) {
      for (const previous of new Set(hashes)) {
        if (this.#hashOf(row, place, previous) === row.hash) return place;
      }
    }
    return null;
  }
}
