/** Counts the rows that a read looks at, so that a read can be given up on the way. */
import type { Database } from 'better-sqlite3';

/** Both throw to give the read up. */
export interface Check {
  /** Called with a number of rows that are looked at. */
  looks(rows: number): void;
  /** Called with how many a statement is expected to look at. */
  expects(rows: number): void;
}

const NO_CHECK: Check = { looks() {}, expects() {} };

export class Meter {
  #check = NO_CHECK;

  constructor(database: Database) {
    // SQLite evaluates a function that is not deterministic for each row.
    database.function('looks', { deterministic: false }, (rows: number) => {
      this.#check.looks(rows);
      return 1;
    });
  }

  expect(rows: number): void {
    this.#check.expects(rows);
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
