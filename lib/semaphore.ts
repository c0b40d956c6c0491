interface Waiting {
  owner: string | null;
  size: number;
  begin(): void;
  refuse(reason: unknown): void;
}

/** Lets a few owners have something at a time. The others wait for their turn, or get nothing. */
export class Semaphore {
  readonly count: number;
  #free: number;
  readonly #ofOne: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  /** @param ofOne how many of them one owner may have. */
  constructor(count: number, ofOne = count) {
    this.count = count;
    this.#free = count;
    this.#ofOne = ofOne;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get isTaken(): boolean {
    return this.#free === 0;
  }

  /**
   * Resolves when its turn comes, with the function that ends it.
   *
   * @param size how many are taken. Nobody overtakes who waits for several.
   * @throws the reason of the signal if that is aborted before.
   */
  async take(owner: string | null = '', signal?: AbortSignal, size = 1): Promise<() => void> {
    const end = this.tryTake(owner, size);
    if (end !== null) return end;
    signal?.throwIfAborted();
    await this.#turnOf(owner, size, signal);
    return this.#endOf(owner, size);
  }

  /**
   * @param owner null for one that stands for many, such as a proxy.
   * @param size how many are taken.
   * @returns gives them back; null where there are not as many.
   */
  tryTake(owner: string | null, size = 1): (() => void) | null {
    const isOvertaking = [...this.#waiting].some((one) => one.size > 1);
    if (isOvertaking || !this.#hasRoomFor(owner, size)) return null;
    this.#add(owner, size);
    return this.#endOf(owner, size);
  }

  /** @returns counts once. */
  #endOf(owner: string | null, size: number): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#add(owner, -size);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    for (const next of this.#waiting) {
      if (this.#hasRoomFor(next.owner, next.size)) {
        this.#waiting.delete(next);
        this.#add(next.owner, next.size);
        next.begin();
      } else if (next.size > 1) return;
    }
  }

  /** All who wait now get the error. One after the other, each would wait for the same. */
  refuseWaiting(error: Error): void {
    const refused = [...this.#waiting];
    this.#waiting.clear();
    for (const one of refused) one.refuse(error);
  }

  async #turnOf(owner: string | null, size: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { owner, size, begin: resolve, refuse: reject };
    const leave = () => {
      if (!this.#waiting.delete(waiting)) return;
      reject(signal?.reason);
      this.#beginNext();
    };
    this.#waiting.add(waiting);
    signal?.addEventListener('abort', leave);
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  #hasRoomFor(owner: string | null, size = 1): boolean {
    // Whoever takes all has no others beside.
    if (size === this.count) return this.#free === size;
    const held = owner === null ? 0 : (this.#held.get(owner) ?? 0);
    return size <= this.#free && held + size <= this.#ofOne;
  }

  #add(owner: string | null, change: number): void {
    this.#free -= change;
    if (owner === null) return;
    const held = (this.#held.get(owner) ?? 0) + change;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}
