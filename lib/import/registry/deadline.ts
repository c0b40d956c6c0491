/** A deadline that can be extended while work makes progress. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  readonly #reason: Error;
  #timer: NodeJS.Timeout | undefined;

  /** @param reason the error that the signal aborts with. */
  constructor(milliseconds: number, reason: Error) {
    this.#milliseconds = milliseconds;
    this.#reason = reason;
    this.extend();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the full time, unless it is already over. */
  extend(): void {
    this.clear();
    this.#timer = setTimeout(() => this.#controller.abort(this.#reason), this.#milliseconds);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
