'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { importFile, importRequest, recordsIn } from '#lib/client/resources/advisory-files.ts';
import type { ImportReport } from '#lib/resources/import-report.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath } from '#lib/client/paths.ts';
import { advisories } from '#lib/client/resources/resources.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { violationsOf } from '#components/frame/problem.ts';
import { counted } from '#lib/client/counted.ts';
import { ImportResult } from './import-result.tsx';

const ACCEPTED = '.json,.jsonl,.ndjson,.yaml,.yml,.zip,.tar,.tgz,.gz';

/** Imports a file of advisories after a preview of the result. */
export function ImportAdvisories({ group }: { group: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState<'reading' | 'importing' | null>(null);
  const [records, setRecords] = useState(0);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const missing = missingReason(caller?.capabilities, group, 'advisories.import');

  const list = groupPath(group, 'advisories');
  const close = () => router.push(search === '' ? list : `${list}?${search}`);
  const run = async (chosen: File, validateOnly: boolean) => {
    setBusy(validateOnly ? 'reading' : 'importing');
    setRecords(0);
    setProblem(null);
    try {
      const answer = await importFile(group, chosen, { validateOnly, onProgress: setRecords });
      setReport(answer);
      if (validateOnly) return;
      advisories.refresh(client);
      toast(`${answer.created} advisories created, ${answer.updated} updated`);
      if (answer.rejected === 0) close();
    } catch (error) {
      setProblem(problemWith(error));
    } finally {
      setBusy(null);
    }
  };
  const choose = (chosen: File | undefined) => {
    setReport(null);
    setFile(chosen ?? null);
    if (chosen) void run(chosen, true);
  };
  const isDone = report?.validateOnly === false;

  return (
    <Sheet
      title="Import advisories"
      onClose={close}
      footer={
        <>
          <ApiCall
            variant="ghost"
            className="mr-auto -ml-2"
            requests={() => [importRequest(group, file?.name ?? 'FILE')]}
          />
          <Button onPress={close}>{isDone ? 'Close' : 'Cancel'}</Button>
          {!isDone && (
            <Button
              variant="primary"
              icon={FileUp}
              isPending={busy === 'importing'}
              disabledReason={missing || reasonNot(report, busy !== null)}
              onPress={() => file && void run(file, false)}
            >
              Import
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5 text-sm">
        <label className="flex flex-col gap-1.5">
          <span className="font-medium">File</span>
          <input
            type="file"
            accept={ACCEPTED}
            disabled={missing !== false || busy !== null}
            onChange={(event) => choose(event.target.files?.[0])}
            className="rounded-md border border-line p-2 file:mr-3 file:font-medium"
          />
          <span className="text-ink-2">
            OSV, OpenVEX, CycloneDX VEX, CSAF or package YAML. A zip or tar.gz may hold many files.
            Each record can have up to 2 MiB.
          </span>
        </label>
        {missing && <p className="text-ink-2">{missing}</p>}
        {busy && (
          <Progress
            label={`${busy === 'reading' ? 'Reading the file' : 'Importing'}…${
              records === 0 ? '' : ` ${counted(records, ['record', 'records'])}`
            }`}
            value={records}
            max={report ? recordsIn(report) : undefined}
          />
        )}
        {problem && (
          <p role="alert" className="text-danger wrap-anywhere">
            {problem}
          </p>
        )}
        {report && !busy && <ImportResult report={report} />}
      </div>
    </Sheet>
  );
}

/** The problem in words. The API reports problems of the file on `body`. */
function problemWith(error: unknown): string {
  const { body } = violationsOf(error);
  if (body !== undefined) return violationText('The file', body);
  return error instanceof Error ? error.message : String(error);
}

function reasonNot(report: ImportReport | null, isBusy: boolean): string | false {
  if (isBusy) return 'Wait until the file is read';
  if (report === null) return 'Choose a file first';
  return report.created + report.updated === 0 && 'The file has nothing new';
}
