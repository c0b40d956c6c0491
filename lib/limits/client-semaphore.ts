/** A bounded number of places, of which each client may take only some. */
export class ClientSemaphore {
  readonly #total: number;
  readonly #perClient: number;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(total: number, perClient: number) {
    this.#total = total;
    this.#perClient = perClient;
  }

  /**
   * Takes a place.
   *
   * @param client null for one that stands for many clients, such as a proxy.
   * @param size how many places it takes.
   * @returns gives the place back, once; null where there is none.
   */
  take(client: string | null, size = 1): (() => void) | null {
    const own = client === null ? 0 : (this.#taken.get(client) ?? 0);
    if (this.#count + size > this.#total || own + size > this.#perClient) return null;
    this.#add(client, size);
    let isTaken = true;
    return () => {
      if (isTaken) this.#add(client, -size);
      isTaken = false;
    };
  }

  /** True while nobody gets a place. */
  get isFull(): boolean {
    return this.#count >= this.#total;
  }

  #add(client: string | null, change: number): void {
    this.#count += change;
    if (client === null) return;
    const own = (this.#taken.get(client) ?? 0) + change;
    if (own > 0) this.#taken.set(client, own);
    else this.#taken.delete(client);
  }
}
