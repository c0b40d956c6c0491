/** The last change of this tab that can be undone, which outlives a reload. */
import { isObject } from '#lib/client/is-object.ts';
import type { Made } from '#lib/client/activity/revert.ts';

export interface LastChange {
  /** What was done: "Group payments saved". */
  title: string;
  changes: readonly Made[];
  /** The message after undoing: "Identity deploy is blocked again". */
  undone?: string | undefined;
}

const KEY = 'grove.last-change';

/** Null forgets it. */
export function keepLastChange(change: LastChange | null): void {
  try {
    if (change === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(change));
  } catch {
    // Without storage, the change can be undone while it is offered.
  }
}

export function lastChange(): LastChange | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isLastChange(kept) ? kept : null;
  } catch {
    return null;
  }
}

const isMade = (value: unknown): value is Made =>
  isObject(value) &&
  typeof value['resourceUid'] === 'string' &&
  typeof value['requestId'] === 'string';

const isLastChange = (value: unknown): value is LastChange =>
  isObject(value) &&
  typeof value['title'] === 'string' &&
  ['string', 'undefined'].includes(typeof value['undone']) &&
  Array.isArray(value['changes']) &&
  value['changes'].every(isMade);
