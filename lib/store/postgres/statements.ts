import { numbered } from '#lib/store/sql/dialect.ts';
import type { Statement } from '#lib/store/sql/plan.ts';
import { dialect } from './dialect.ts';

/** Statements to keep prepared. Each combination of filters is another one. */
const MAX_NAMED = 500;
const MAX_PARAMETERS = 40;

export class Statements {
  readonly #names = new Map<string, string>();
  #isNamed: boolean;

  /** @param isNamed whether the server keeps prepared statements between transactions. */
  constructor(isNamed: boolean) {
    this.#isNamed = isNamed;
  }

  /** From now on none is kept. */
  stop(): void {
    this.#isNamed = false;
    this.#names.clear();
  }

  /** Prepared on each connection once. */
  queryOf({ sql, params }: Statement) {
    const text = numbered(dialect, sql);
    return { text, name: this.nameOf(text), values: [...params] };
  }

  /** Empty for one that is not kept. */
  nameOf(sql: string): string {
    const known = this.#names.get(sql);
    if (known !== undefined) return known;
    // A list of another length is another statement, which would use up the names of all others.
    const isLong = sql.includes(`$${MAX_PARAMETERS + 1}`);
    if (!this.#isNamed || isLong || this.#names.size >= MAX_NAMED) return '';
    const name = `grove${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}
