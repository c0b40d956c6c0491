import type { QueryClient } from '@tanstack/react-query';
import { lastChange } from '#components/undo/last-change.ts';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import { toast } from '#components/ui/feedback/toast.tsx';

/** Offers once more to take the last change back, so that nobody does it by one key that was meant for something else. */
export function offerAgain(client: QueryClient): void {
  const change = lastChange();
  if (change === null) toast('There is nothing to undo in this tab');
  else toastWithUndo({ ...change, onUndone: () => client.invalidateQueries() });
}
