/** How many may use something at once. Others wait in the order in which they came. */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * @param timeout how long is waited, in milliseconds.
   * @returns gives the slot back, once.
   * @throws what `onTimeout` makes.
   */
  async take(timeout: number, onTimeout: () => Error): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(timeout, onTimeout);
    return this.#taken();
  }

  /** Null if none is free. */
  takeFree(): (() => void) | null {
    if (this.#free === 0) return null;
    this.#free -= 1;
    return this.#taken();
  }

  #taken(): () => void {
    let isBack = false;
    return () => {
      if (!isBack) this.#giveBack();
      isBack = true;
    };
  }

  #wait(timeout: number, onTimeout: () => Error): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(begin);
      reject(onTimeout());
    }, timeout);
    this.#waiting.add(begin);
    return promise;
  }

  #giveBack(): void {
    const [first] = this.#waiting;
    if (first === undefined) this.#free += 1;
    else {
      this.#waiting.delete(first);
      first();
    }
  }
}
