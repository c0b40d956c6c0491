'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
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
    <Question
      title={`Delete the view ${view.name}?`}
      confirmLabel="Delete view"
      problem="The view was not deleted"
      action={deleting}
      onClose={onClose}
    >
      <p>
        {view.shared ? 'It is deleted for everyone in the group.' : 'Nobody else has it.'} The
        listed rows stay.
      </p>
    </Question>
  );
}
