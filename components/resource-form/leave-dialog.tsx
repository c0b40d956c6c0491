import type { ReactNode } from 'react';
import type { UnsavedGuard } from '#components/resource-form/use-unsaved-guard.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';

/** Asks before discarding input; the children name the input that would be lost. */
export default function LeaveDialog({
  guard,
  children,
}: {
  guard: UnsavedGuard;
  children: ReactNode;
}) {
  return (
    <AlertDialog
      isOpen={guard.isAsking}
      onClose={guard.keepEditing}
      title="Leave without saving?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={guard.discard}
    >
      {children}
    </AlertDialog>
  );
}
