/** The last change of this tab that can be undone, which outlives a reload. */
import type { Made } from '#lib/client/activity/revert.ts';

export interface LastChange {
  /** What was done: "Group payments saved". */
  title: string;
  changes: readonly Made[];
  /** The message after undoing: "Identity deploy is blocked again". */
  undone?: string | undefined;
}

export const KEY = 'grove.last-change';

/** Null forgets it. */
export function keepLastChange(change: LastChange | null): void {
  try {
    if (change === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(change));
  } catch {
    // Without storage, the change can be undone while it is offered.
  }
}
