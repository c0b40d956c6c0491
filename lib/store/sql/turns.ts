/** Whose turn it is to write: one at a time, in the order in which they asked. */
import { counts } from '#lib/counts.ts';

interface Waiting {
  begin(end: () => void): void;
  refuse(error: Error): void;
}

export class Turns {
  readonly #waiting = new Set<Waiting>();
  #isTaken = false;

  /**
   * @param timeout how long is waited, in milliseconds.
   * @returns ends the turn, once.
   * @throws the error of `onTimeout` as soon as the time is up, whoever has the turn.
   */
  take(timeout: number, onTimeout: () => Error): Promise<() => void> {
    counts.writeTurns += 1;
    if (!this.#isTaken) return Promise.resolve(this.#begin());
    const asked = performance.now();
    counts.writersWaiting += 1;
    const waited = () => {
      counts.writersWaiting -= 1;
      counts.writeWaitSeconds += (performance.now() - asked) / 1_000;
    };
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const timer = setTimeout(() => waiting.refuse(onTimeout()), timeout);
    const waiting: Waiting = {
      refuse: (error) => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        waited();
        counts.writersRefused += 1;
        reject(error);
      },
      begin(end) {
        clearTimeout(timer);
        waited();
        resolve(end);
      },
    };
    this.#waiting.add(waiting);
    return promise;
  }

  /** All who wait now get an error. One after the other, each would wait as long for the same. */
  refuseWaiting(errorOf: () => Error): void {
    for (const waiting of this.#waiting) waiting.refuse(errorOf());
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
