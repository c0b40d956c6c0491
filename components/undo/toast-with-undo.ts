import { problemOf } from '#components/frame/problem.ts';
import type { ToastMessage } from '#components/ui/feedback/toast-message.ts';
import { toast } from '#components/ui/feedback/toast.tsx';

/** A change that was made, and the change that reverses it. */
export interface Undoable {
  /** What was done: "Group payments saved". */
  title: string;
  undo: () => Promise<unknown>;
  /** The message after undoing: "Identity deploy is blocked again". */
  undone?: string;
}

/** Some of several changes could not be reversed. The message says which, and why. */
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

/** Milliseconds after which an undo that still runs says so. */
const SLOW_MS = 400;

/** Confirms a change, and offers to undo it. */
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
