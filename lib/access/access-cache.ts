/** Caches what depends on access, until the access revision changes. */
import { counts } from '#lib/counts.ts';
import { accessRevision } from '#lib/store/store.ts';

const MAX_KEPT = 10_000;

export class AccessCache<T> {
  readonly #kept = new Map<string, T>();
  readonly #running = new Map<string, Promise<T>>();
  #revision = Number.NaN;

  /**
   * Requests that come in together after a change share the work.
   *
   * @param key names whom the value is for.
   * @param asked the access revision, read since the request began; read here unless given.
   */
  async lookUp(key: string, work: () => Promise<T>, asked?: number): Promise<T> {
    const known = this.find(key, asked ?? (await accessRevision()));
    if (known !== undefined) return known;
    // It began at the same revision, so it reads what this request would read.
    return this.#running.get(key) ?? this.#run(key, work);
  }

  async #run(key: string, work: () => Promise<T>): Promise<T> {
    // Taken before the work, so that a change meanwhile makes the value too old to keep.
    const revision = this.#revision;
    const running = work();
    this.#running.set(key, running);
    try {
      const value = await running;
      if (revision === this.#revision) this.#keep(key, value);
      return value;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  /** @param revision the access revision, read since the request began. */
  find(key: string, revision: number): T | undefined {
    if (revision !== this.#revision) {
      this.#kept.clear();
      this.#running.clear();
      this.#revision = revision;
    }
    const value = this.#kept.get(key);
    if (value === undefined) counts.accessCacheMisses += 1;
    else counts.accessCacheHits += 1;
    return value;
  }

  #keep(key: string, value: T): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, value);
  }
}
