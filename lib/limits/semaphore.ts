/** Lets a few users have something at a time. The others wait for their turn. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isTaken(): boolean {
    return this.#free === 0;
  }

  /** Resolves when its turn comes, with the function that ends it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      // Whoever waits takes over.
      if (next === undefined) this.#free += 1;
      else next();
    };
  }
}
