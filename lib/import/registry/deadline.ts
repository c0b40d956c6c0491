/** A deadline that can be extended while work makes progress. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  /** @param reason the error that the signal aborts with. */
  constructor(milliseconds: number, reason: Error) {
    this.#timer = setTimeout(() => this.#controller.abort(reason), milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the full time, unless it is already over. */
  extend(): void {
    this.#timer.refresh();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
