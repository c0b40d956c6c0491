/**
 * Values that a process has once. A variable of a module is not enough, because Next.js loads a second
 * copy of each module.
 */
const holder = globalThis as typeof globalThis & { groveValues?: Map<string, unknown> };
const values = (holder.groveValues ??= new Map());

export interface PerProcess<T> {
  value: T;
  /** Forgets the value. @returns what it was; undefined if nobody has used it. */
  take(): T | undefined;
}

/**
 * @param name the same in each copy of the module, and of no other value.
 * @param make called at the first use. Without it, the value begins as undefined.
 */
export function perProcess<T>(name: string): PerProcess<T | undefined>;
export function perProcess<T>(name: string, make: () => T): PerProcess<T>;
export function perProcess<T>(name: string, make?: () => T): PerProcess<T | undefined> {
  const known = () => values.get(name) as T | undefined;
  return {
    get value() {
      if (make !== undefined && known() === undefined) values.set(name, make());
      return known();
    },
    set value(value) {
      values.set(name, value);
    },
    take() {
      const taken = known();
      values.delete(name);
      return taken;
    },
  };
}

/** Puts the process back to its start, for tests. @param loaded names whose values modules hold. */
export function forgetValues(loaded: readonly string[]): void {
  for (const name of values.keys()) if (!loaded.includes(name)) values.delete(name);
}
