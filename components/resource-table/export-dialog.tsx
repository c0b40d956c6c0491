'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { saveFile } from '#components/resource-table/save-file.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { type ExportFormat, type ExportProgress, exportRows } from '#lib/client/lists/export.ts';
import { type ListQuery, versionedGroupQuery } from '#lib/client/resources/queries.ts';
import { numberText } from '#components/ui/text/number-text.ts';

export interface ExportDialogProps {
  /** The name of the list: "Child groups". */
  label: string;
  collection: string;
  query: ListQuery;
  format: ExportFormat;
  onClose: () => void;
}

/** "payments and below": the group of the list, and whether the list has the groups below, too. */
function placeOf(client: QueryClient, query: ListQuery): string {
  const below = query['uidp.descendants_of'];
  const uid = String(below ?? query['uidp.children_of'] ?? '');
  const name = client.getQueryData(versionedGroupQuery(uid).queryKey)?.body.name ?? '';
  return below === undefined ? name : `${name} and below`;
}

/** Reads all rows and hands them over as a file; it begins at once. */
export default function ExportDialog(props: ExportDialogProps) {
  const { label, collection, query, format, onClose } = props;
  const client = useQueryClient();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const work = new AbortController();
    const { signal } = work;
    exportRows(collection, query, format, { signal, onProgress: setProgress }).then(
      (parts) => {
        saveFile(`${placeOf(client, query)} ${label}`, parts, format);
        onClose();
        toast(`${label} exported`);
      },
      (problem: Error) => {
        if (!signal.aborted) setError(problem);
      },
    );
    return () => work.abort();
    // The query is what it was when the export was asked for.
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
          title="The rows could not all be read"
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
              ? `${numberText(progress.rows)} of ${numberText(progress.total)} rows`
              : 'Reading the first rows'
          }
          value={progress?.rows ?? 0}
          max={progress?.total}
        />
      )}
    </Dialog>
  );
}
