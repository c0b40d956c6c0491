/** How triggers keep what follows from the rows. */

export interface Trigger {
  name: string;
  /** `AFTER …`, up to the body. */
  when: string;
  body: string;
}

/** Triggers that maintain derived data, and how to build that data from scratch. */
export interface Keeper {
  triggers: readonly Trigger[];
  refill: readonly string[];
}
