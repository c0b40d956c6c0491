'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { named } from '#components/ui/text/named.ts';
import { perform } from '#lib/client/api.ts';
import { type SavedView, savedViews } from '#lib/client/resources/resources.ts';

interface DeleteViewProps {
  view: SavedView;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a view is deleted. The rows that it shows stay. */
export default function DeleteView({ view, onClose, onDeleted }: DeleteViewProps) {
  const cache = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => perform(savedViews.removal(view.uid)),
    onSuccess: () => {
      savedViews.refresh(cache);
      toast(named`View ${view.name} deleted`);
      onDeleted();
    },
  });
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      title={`Delete the view ${view.name}?`}
      confirmLabel="Delete view"
      onConfirm={() => deleting.mutate()}
      isPending={deleting.isPending}
    >
      <div className="flex flex-col gap-3">
        <p>
          {view.shared ? 'It is deleted for everyone in the group.' : 'Nobody else has it.'} The
          listed rows stay.
        </p>
        {deleting.error && (
          <ErrorPanel title="The view was not deleted" {...problemOf(deleting.error)} />
        )}
      </div>
    </AlertDialog>
  );
}
