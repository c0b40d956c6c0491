/** A deadline that is moved while work gets on. */
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

  /** Gives the whole time again, unless it is over already. */
  extend(): void {
    this.clear();
    this.#timer = setTimeout(() => this.#controller.abort(this.#reason), this.#milliseconds);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
