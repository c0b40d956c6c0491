/** What is worked out of who may do what, kept until that changes. */
import { prepared } from './database.ts';

interface Seen {
  /** Of the read connection: differs after any other connection's commit. */
  dataVersion: number;
  revision: number;
}

const seen = new WeakMap<object, Seen>();

/** The number as of now. What was kept under another one may be wrong. */
export function accessRevision(): number {
  const versions = prepared('PRAGMA data_version');
  const { data_version: dataVersion } = versions.get() as { data_version: number };
  const known = seen.get(versions);
  if (known?.dataVersion === dataVersion) return known.revision;
  const { value } = prepared('SELECT "value" FROM "AccessRevision"').get() as { value: number };
  seen.set(versions, { dataVersion, revision: value });
  return value;
}

const MAX_KEPT = 10_000;

/** Keeps what is worked out of who may do what, until that changes. */
export class AccessCache<T> {
  readonly #kept = new Map<string, T>();
  #revision = Number.NaN;

  /** @param key tells apart whom it is worked out for. */
  get(key: string, work: () => T): T {
    // Looked up first: what is worked out during a change is taken for older than it is.
    const known = this.find(key);
    if (known !== undefined) return known;
    const value = work();
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, value);
    return value;
  }

  find(key: string): T | undefined {
    const revision = accessRevision();
    if (revision !== this.#revision) {
      this.#kept.clear();
      this.#revision = revision;
    }
    return this.#kept.get(key);
  }
}
