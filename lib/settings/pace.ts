/**
 * How hard and how often the process works. Nobody sets these from outside: a wrong one would make
 * passwords easy to guess, or load the database. They are settings so that tests can make them small.
 */

/** The pace outside of tests. Times are in milliseconds. */
export const PACE = {
  // 64 MiB for each attempt. OWASP's Password Storage Cheat Sheet recommends this setting; see
  // docs/decisions/README.md.
  passwordCost: { N: 2 ** 16, r: 8, p: 2 },
  /**
   * Of the passphrase of a backup. Who restores it needs the same. 128 MiB and about half a second
   * for each guess.
   */
  backupCost: { N: 2 ** 17, r: 8, p: 1 },
  /** How long the documents of an issuer may take to arrive. */
  fetchTimeoutMs: 5_000,
  /** How long a message waits for the answer to the request that caused it. */
  mailDelayMs: 50,
  /**
   * After which times a message that a server did not take is sent again. Servers that make strangers
   * wait (RFC 6647) take it after some minutes.
   */
  mailAgainMs: [30_000, 300_000],
  /** How long notices beyond the bounds of a mailbox are joined before one message counts them. */
  mailJoinMs: 600_000,
  /** How long one attempt of a request to a registry may take. */
  registryTimeoutMs: 15_000,
  /** What the waits before another attempt at a registry are multiplied with. */
  registryWaits: 1,
  /** How often Grove looks for syncs that are due. */
  syncTickMs: 2_000,
  /** How long those who write to a SQLite file wait. */
  writerLimits: {
    /** The longest wait for another writing process, once it is its turn. */
    busy: 5_000,
    /** The longest wait for this process's own writes. */
    turn: 15_000,
    /**
     * How long a transaction may wait for something other than the database. Longer than `turn`, so
     * that a waiting writer fails first.
     */
    held: 30_000,
  },
  /** How often Grove looks for events to deliver. A process that stopped is replaced after 15 times this. */
  deliveryTickMs: 1_000,
  /** How long the target of a webhook may take to answer. */
  webhookTimeoutMs: 20_000,
  /** What the waits before another try of a webhook are multiplied with. */
  webhookWaits: 1,
  /**
   * How old a change is before a digest has it, in one message with others. Longer than a transaction takes, so that
   * no change appears behind the end of a digest.
   */
  digestSettleMs: 60_000,
  /** How often watchers of health learn whether the server is ready. */
  readinessMs: 1_000,
  /** How often the ends of the records that somebody watches are looked at. */
  eventPollMs: 250,
  /** How long the rights of whoever watches count before they are looked up again. */
  eventRightsMs: 5_000,
  /** How often a stream of events says that it is open. */
  eventBeatMs: 15_000,
  /** How long calls of v1 are counted before they are written. */
  v1WriteMs: 60_000,
};

export type Pace = typeof PACE;

/** Parameters of scrypt. */
export type ScryptCost = Pace['passwordCost'];

/** How long those who write to a SQLite file wait. */
export type WriterLimits = Pace['writerLimits'];
