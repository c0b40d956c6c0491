interface Waiting {
  owner: string;
  begin(): void;
}

/** Lets a few owners have something at a time. The others wait for their turn. */
export class Semaphore {
  #free: number;
  readonly #ofOne: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  /** @param ofOne how many of them one owner may have. */
  constructor(count: number, ofOne = count) {
    this.#free = count;
    this.#ofOne = ofOne;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isTaken(): boolean {
    return this.#free === 0;
  }

  /** Resolves when its turn comes, with the function that ends it. */
  async take(owner = ''): Promise<() => void> {
    if (this.#hasRoomFor(owner)) this.#add(owner, 1);
    else await new Promise<void>((begin) => this.#waiting.push({ owner, begin }));
    return () => {
      this.#add(owner, -1);
      const next = this.#waiting.find(({ owner: other }) => this.#hasRoomFor(other));
      if (next === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#add(next.owner, 1);
      next.begin();
    };
  }

  #hasRoomFor(owner: string): boolean {
    return this.#free > 0 && (this.#held.get(owner) ?? 0) < this.#ofOne;
  }

  #add(owner: string, change: number): void {
    this.#free -= change;
    const held = (this.#held.get(owner) ?? 0) + change;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}
