import { keepLastChange, type LastChange } from '#components/undo/last-change.ts';
import { toast } from '#components/ui/feedback/toast.tsx';

/** A change that was made, and what to do once it is taken back. */
export interface Undoable extends LastChange {
  onUndone: () => unknown;
}

/** Confirms a change, and offers to take it back: for some seconds here, and with `z` until another change. */
export function toastWithUndo({ onUndone, ...change }: Undoable): void {
  if (change.changes.length === 0) {
    toast(change.title);
    return;
  }
  keepLastChange(change);
  const run = async () => {
    const { takeBack } = await import('#components/undo/take-back.ts');
    await takeBack(change, onUndone);
  };
  toast({ title: change.title, action: { label: 'Undo', shortcut: 'z', run: () => void run() } });
}
