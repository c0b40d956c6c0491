/** One run of something for all who ask for it before it begins. */
export class SharedRun<T> {
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;
  #began = 0;

  /** @returns what a run that begins after this call gives. */
  after(work: () => Promise<T>): Promise<T> {
    // A run that has begun may have missed what this call is about, so the next one is shared.
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#begin(work);
    const begin = () => {
      this.#next = null;
      return this.#begin(work);
    };
    return (this.#next = this.#running.then(begin, begin));
  }

  /** Resolves when nobody waits any more, whatever the runs gave. */
  async ended(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => {});
  }

  /** How long the present run has taken so far, in milliseconds; 0 if there is none. */
  get age(): number {
    return this.#running === null ? 0 : performance.now() - this.#began;
  }

  #begin(work: () => Promise<T>): Promise<T> {
    this.#began = performance.now();
    return (this.#running = this.#whole(work));
  }

  async #whole(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#running = null;
    }
  }
}
