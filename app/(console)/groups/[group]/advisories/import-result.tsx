import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { download } from '#lib/client/download.ts';
import { csvWriter } from '#lib/client/lists/csv.ts';
import type { ImportReport, Rejection } from '#lib/resources/import-report.ts';
import { counted, numberText } from '#lib/client/counted.ts';

/** The maximum number of shown rejections. The download has all. */
const SHOWN = 50;
/** The result or the preview of an import, with each refused record. */
export function ImportResult({ report }: { report: ImportReport }) {
  const { created, updated, unchanged, repeated, rejected, rejections } = report;
  const counts = {
    [report.validateOnly ? 'New' : 'Created']: created,
    [report.validateOnly ? 'Changed' : 'Updated']: updated,
    Unchanged: unchanged,
    ...(repeated > 0 && { Repeated: repeated }),
    Refused: rejected,
  };
  return (
    <section
      aria-label={report.validateOnly ? 'Preview of the import' : 'Result of the import'}
      className="flex flex-col gap-5"
    >
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-4 gap-y-2">
        {Object.entries(counts).map(([label, count]) => (
          <div key={label}>
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-lg font-semibold tabular-nums">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      {repeated > 0 && (
        <p className="text-ink-2">
          Repeated advisories were in the file before with the same content, and count once.
        </p>
      )}
      {rejections.length > 0 && <Refused rejections={rejections} count={rejected} />}
      {report.warnings.length > 0 && <Warnings warnings={report.warnings} />}
    </section>
  );
}

function Refused({ rejections, count }: { rejections: readonly Rejection[]; count: number }) {
  const others = count - Math.min(SHOWN, rejections.length);
  return (
    <Notes
      id="refused"
      title={counted(count, ['record is refused', 'records are refused'])}
      notes={rejections}
      file="refused-advisories.csv"
      action="Download as CSV"
    >
      {others > 0 && (
        <p className="text-ink-2">
          {numberText(others)} more{' '}
          {rejections.length < count ? whereOf(rejections) : 'are in the download'}
        </p>
      )}
    </Notes>
  );
}

function Warnings({ warnings }: { warnings: readonly Rejection[] }) {
  const others = warnings.length - SHOWN;
  return (
    <Notes
      id="warnings"
      title="Warnings"
      notes={warnings}
      file="import-warnings.csv"
      action="Download warnings as CSV"
    >
      {others > 0 && <p className="text-ink-2">{numberText(others)} more are in the download</p>}
    </Notes>
  );
}

interface NotesProps {
  id: string;
  title: string;
  notes: readonly Rejection[];
  /** The name of the download. */
  file: string;
  /** The text of its button. */
  action: string;
  /** What the list leaves out. */
  children: ReactNode;
}

function Notes({ id, title, notes, file, action, children }: NotesProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        <Button icon={Download} onPress={() => save(notes, file)}>
          {action}
        </Button>
      </div>
      <Records records={notes} />
      {children}
    </section>
  );
}

function Records({ records }: { records: readonly Rejection[] }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {records.slice(0, SHOWN).map(({ file, line, record, field, reason }, at) => (
        <li key={at} className="flex flex-col gap-1 p-3 wrap-anywhere">
          <p>
            {record !== '' && <span className="font-medium">{record} </span>}
            {field !== '' && <code className="text-ink-2">{field}</code>}
          </p>
          <p>{reason}</p>
          <p className="font-mono text-xs text-ink-2">
            {file}:{line}
          </p>
        </li>
      ))}
    </ul>
  );
}

const whereOf = (rejections: readonly Rejection[]) =>
  `are counted; the download lists the first ${numberText(rejections.length)}`;

function save(notes: readonly Rejection[], file: string): void {
  const csv = csvWriter();
  csv.add(notes.map((note) => ({ ...note })));
  download(csv.parts(), file, 'text/csv');
}
