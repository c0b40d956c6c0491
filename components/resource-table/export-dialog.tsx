'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { placeOf } from '#components/resource-table/list-place.ts';
import { saveFile } from '#components/resource-table/save-file.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { type ExportFormat, type ExportProgress, exportRows } from '#lib/client/lists/export.ts';
import { allRowsQuery } from '#lib/client/lists/list-state.ts';
import { counted, numberText } from '#lib/client/counted.ts';

export interface ExportDialogProps {
  /** The name of the list: "Child groups". */
  label: string;
  collection: string;
  view: ListView;
  format: ExportFormat;
  onClose: () => void;
}

/** Reads all rows and offers them as a file. It begins immediately. */
export default function ExportDialog(props: ExportDialogProps) {
  const { label, collection, view, format, onClose } = props;
  const client = useQueryClient();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const work = new AbortController();
    const { signal } = work;
    exportRows(collection, allRowsQuery(view.query), format, {
      signal,
      onProgress: setProgress,
    }).then(
      (parts) => {
        saveFile(`${placeOf(client, view)} ${label}`, parts, format);
        onClose();
        toast(`${label} exported`);
      },
      (problem: Error) => {
        if (!signal.aborted) setError(problem);
      },
    );
    return () => work.abort();
    // The export keeps the query with which it began.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);

  return (
    <Dialog
      isOpen
      title={`Export ${label.toLowerCase()}`}
      isDismissable={false}
      onClose={onClose}
      footer={<Button onPress={onClose}>{error ? 'Close' : 'Stop'}</Button>}
    >
      {error ? (
        <ErrorPanel
          title="Not all rows could be read"
          {...problemOf(error)}
          onRetry={() => {
            setError(null);
            setProgress(null);
            setAttempt(attempt + 1);
          }}
        />
      ) : (
        <Progress
          label={
            progress
              ? `${numberText(progress.rows)} of ${counted(progress.total, ['row', 'rows'])}`
              : 'Reading the first rows'
          }
          value={progress?.rows ?? 0}
          max={progress?.total}
        />
      )}
    </Dialog>
  );
}
