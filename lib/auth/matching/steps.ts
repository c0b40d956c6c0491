/** What comparisons may cost, in steps: an instruction of a program for a character of a text. */

/**
 * What one organization may cause in each stage of looking up a caller. Matching takes a second
 * for that at worst, and rarely more than a hundredth of it.
 */
const MAX_STEPS = 1_000_000;

export class Steps {
  #left: number;

  constructor(most = MAX_STEPS) {
    this.#left = most;
  }

  /** Spends the steps, if as many are left. Returns whether they were. */
  take(steps: number): boolean {
    if (steps > this.#left) return false;
    this.#left -= steps;
    return true;
  }
}
