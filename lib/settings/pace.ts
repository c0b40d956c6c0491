/**
 * How hard and how often the process works. Nobody sets these from outside: a wrong one would make
 * passwords easy to guess, or load the database. They are settings so that tests can make them small.
 */

/** Parameters of scrypt. */
export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/** How long those who write to a SQLite file wait, in milliseconds. */
export interface WriterLimits {
  /** The longest wait for another writing process, once it is its turn. */
  busy: number;
  /** The longest wait for this process's own writes. */
  turn: number;
  /**
   * How long a transaction may wait for something other than the database. Longer than `turn`, so
   * that a waiting writer fails first.
   */
  held: number;
}

export interface Pace {
  passwordCost: ScryptCost;
  /** Of the passphrase of a backup. Who restores it needs the same. */
  backupCost: ScryptCost;
  /** How long the documents of an issuer may take to arrive, in milliseconds. */
  fetchTimeoutMs: number;
  /** How long a message waits for the answer to the request that caused it, in milliseconds. */
  mailDelayMs: number;
  /** How long one attempt of a request to a registry may take, in milliseconds. */
  registryTimeoutMs: number;
  /** What the waits before another attempt at a registry are multiplied with. */
  registryWaits: number;
  /** How often Grove looks for syncs that are due, in milliseconds. */
  syncTickMs: number;
  writerLimits: WriterLimits;
  /** How often watchers of health learn whether the server is ready, in milliseconds. */
  readinessMs: number;
  /** How long calls of v1 are counted before they are written, in milliseconds. */
  v1WriteMs: number;
}

/** The pace outside of tests. Times are in milliseconds. */
export const PACE: Readonly<Pace> = {
  // 64 MiB for each attempt. OWASP's Password Storage Cheat Sheet recommends this setting; see
  // docs/decisions/README.md.
  passwordCost: { N: 2 ** 16, r: 8, p: 2 },
  // 128 MiB and about half a second for each guess.
  backupCost: { N: 2 ** 17, r: 8, p: 1 },
  fetchTimeoutMs: 5_000,
  mailDelayMs: 50,
  registryTimeoutMs: 15_000,
  registryWaits: 1,
  syncTickMs: 2_000,
  writerLimits: { busy: 5_000, turn: 15_000, held: 30_000 },
  readinessMs: 1_000,
  v1WriteMs: 60_000,
};
