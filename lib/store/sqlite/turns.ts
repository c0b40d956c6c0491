/** Whose turn it is to write: one at a time, in the order in which they asked. */

interface Waiting {
  begin(end: () => void): void;
}

export class Turns {
  readonly #waiting = new Set<Waiting>();
  #isTaken = false;

  /**
   * @param timeout how long is waited, in milliseconds.
   * @returns ends the turn, once.
   * @throws what `onTimeout` makes, as soon as the time is up, whoever has the turn by then.
   */
  take(timeout: number, onTimeout: () => Error): Promise<() => void> {
    if (!this.#isTaken) return Promise.resolve(this.#begin());
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      reject(onTimeout());
    }, timeout);
    const waiting: Waiting = {
      begin(end) {
        clearTimeout(timer);
        resolve(end);
      },
    };
    this.#waiting.add(waiting);
    return promise;
  }

  #begin(): () => void {
    this.#isTaken = true;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#next();
    };
  }

  #next(): void {
    this.#isTaken = false;
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    first.begin(this.#begin());
  }
}
