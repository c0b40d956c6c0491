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

export interface Pace {
  passwordCost: ScryptCost;
  /** Of the passphrase of a backup. Who restores it needs the same. */
  backupCost: ScryptCost;
  /** How long a message waits for the answer to the request that caused it, in milliseconds. */
  mailDelayMs: number;
  /** How long one attempt of a request to a registry may take, in milliseconds. */
  registryTimeoutMs: number;
  /** What the waits before another attempt at a registry are multiplied with. */
  registryWaits: number;
  /** How often Grove looks for syncs that are due, in milliseconds. */
  syncTickMs: number;
  /** How often Grove looks for calls of v1 whose counts are due, in milliseconds. */
  v1TickMs: number;
}

export const PACE: Readonly<Pace> = {
  // 64 MiB for each attempt. OWASP's Password Storage Cheat Sheet recommends this setting; see
  // docs/decisions/013-scrypt-for-passwords.md.
  passwordCost: { N: 2 ** 16, r: 8, p: 2 },
  // 128 MiB and about half a second for each guess.
  backupCost: { N: 2 ** 17, r: 8, p: 1 },
  mailDelayMs: 50,
  registryTimeoutMs: 15_000,
  registryWaits: 1,
  syncTickMs: 2_000,
  v1TickMs: 1_000,
};
