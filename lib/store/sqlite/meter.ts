/** Counts the rows that a read looks at, so that a read can be given up on the way. */
import type { Database } from 'better-sqlite3';

/** Called with a number of rows that are looked at. It throws to give the read up. */
export type Check = (rows: number) => void;

const NO_CHECK: Check = () => {};

export class Meter {
  #check = NO_CHECK;

  constructor(database: Database) {
    // SQLite evaluates a function that is not deterministic for each row.
    database.function('looks', { deterministic: false }, (rows: number) => {
      this.#check(rows);
      return 1;
    });
  }

  /** @throws what `check` throws at one of the rows. */
  during<T>(check: Check, work: () => T): T {
    this.#check = check;
    try {
      return work();
    } finally {
      this.#check = NO_CHECK;
    }
  }
}
