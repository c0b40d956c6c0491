import { problemOf } from '#components/frame/problem.ts';
import type { ToastMessage } from '#components/ui/feedback/toast-message.ts';
import { toast } from '#components/ui/feedback/toast.tsx';

/** A change that was made, and the change that takes it back. */
export interface Undoable {
  /** What was done: "Group payments saved". */
  title: string;
  undo: () => Promise<unknown>;
  /** The message after undoing: "Identity deploy is blocked again". */
  undone?: string;
}

/** Of several changes, some could not be taken back; the message says which and why. */
export class NotAllUndone extends Error {
  override readonly name = 'NotAllUndone';
}

function problemToast(title: string, error: unknown): ToastMessage {
  if (error instanceof NotAllUndone) {
    return { title: 'Not everything was undone', description: error.message, tone: 'problem' };
  }
  const { why, remedy } = problemOf(error);
  const description = remedy === undefined ? why : `${why} ${remedy}`;
  return { title: `Not undone: ${title}`, description, tone: 'problem' };
}

/** A change back that takes longer says that it runs. */
const SLOW_MS = 400;

/** Confirms a change, and offers to take it back. */
export function toastWithUndo({ title, undo, undone = 'Undone' }: Undoable): void {
  const run = async () => {
    let close: (() => void) | undefined;
    const timer = setTimeout(() => {
      close = toast({ title: 'Undoing…', tone: 'busy' });
    }, SLOW_MS);
    try {
      await undo();
      toast(undone);
    } catch (error) {
      toast(problemToast(title, error));
    } finally {
      clearTimeout(timer);
      close?.();
    }
  };
  toast({ title, action: { label: 'Undo', shortcut: 'z', run: () => void run() } });
}
