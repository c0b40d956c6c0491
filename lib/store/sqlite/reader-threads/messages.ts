/** What the server and a reading thread say to each other. */
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';

export interface ThreadData {
  file: string;
  /** Anything but 0 asks for the current job to be given up. */
  stop: Int32Array<SharedArrayBuffer>;
}

/** Asks for the next part of an outcome. */
export const MORE = 'more';

export type Order = Job | typeof MORE;

/** Sent once, before any answer. */
export const STARTED = 'started';

export type Answer =
  | { kind: 'whole'; outcome: Outcome }
  | { kind: 'part'; items: readonly unknown[]; isLast: boolean }
  | { kind: 'stopped' }
  /** An error in a message has no code. */
  | { kind: 'failed'; error: Error; code: unknown };
