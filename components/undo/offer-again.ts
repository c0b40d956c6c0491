import type { QueryClient } from '@tanstack/react-query';
import { KEY, type LastChange } from '#components/undo/last-change.ts';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import type { Made } from '#lib/client/activity/revert.ts';
import { isObject } from '#lib/client/is-object.ts';

/** Offers once more to take the last change back, so that nobody does it by one key that was meant for something else. */
export function offerAgain(client: QueryClient): void {
  const change = lastChange();
  if (change === null) toast('There is nothing to undo in this tab');
  else toastWithUndo({ ...change, onUndone: () => client.invalidateQueries() });
}

function lastChange(): LastChange | null {
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
