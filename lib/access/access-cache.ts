/** Caches what depends on access, until the access revision changes. */
import { counts } from '#lib/counts.ts';
import { accessRevision } from '#lib/store/store.ts';

const MAX_KEPT = 10_000;

export class AccessCache<T> {
  readonly #kept = new Map<string, Promise<T>>();
  #revision: string | null = null;

  /**
   * Requests that come in together after a change share the work. It began at the revision of all of
   * them, so it reads what each would read.
   *
   * @param key names whom the value is for.
   * @param asked the access revision, read since the request began; read here unless given.
   */
  async lookUp(key: string, work: () => Promise<T>, asked?: string): Promise<T> {
    const revision = asked ?? (await accessRevision());
    return this.find(key, revision) ?? this.#keep(key, work());
  }

  /** @param revision the access revision, read since the request began. */
  find(key: string, revision: string): Promise<T> | undefined {
    if (revision !== this.#revision) {
      this.#kept.clear();
      this.#revision = revision;
    }
    const value = this.#kept.get(key);
    if (value === undefined) counts.accessCacheMisses += 1;
    else counts.accessCacheHits += 1;
    return value;
  }

  #keep(key: string, value: Promise<T>): Promise<T> {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, value);
    value.catch(() => {
      if (this.#kept.get(key) === value) this.#kept.delete(key);
    });
    return value;
  }
}
