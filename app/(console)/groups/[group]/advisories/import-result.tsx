import { Download } from 'lucide-react';
import { Button } from '#components/ui/buttons/button.tsx';
import { download } from '#lib/client/download.ts';
import { csvWriter } from '#lib/client/lists/csv.ts';
import type { ImportReport, Rejection } from '#lib/resources/import-report.ts';
import { numberText } from '#components/ui/text/number-text.ts';

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
      {report.warnings.length > 0 && (
        <section aria-labelledby="warnings" className="flex flex-col gap-3">
          <h3 id="warnings" className="font-medium">
            Warnings
          </h3>
          <Records records={report.warnings} />
        </section>
      )}
    </section>
  );
}

function Refused({ rejections, count }: { rejections: readonly Rejection[]; count: number }) {
  const others = count - Math.min(SHOWN, rejections.length);
  return (
    <section aria-labelledby="refused" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="refused" className="font-medium">
          {count === 1 ? 'One record is refused' : `${numberText(count)} records are refused`}
        </h3>
        <Button icon={Download} onPress={() => save(rejections)}>
          Download as CSV
        </Button>
      </div>
      <Records records={rejections} />
      {others > 0 && (
        <p className="text-ink-2">
          {numberText(others)} more{' '}
          {rejections.length < count ? whereOf(rejections) : 'are in the download'}
        </p>
      )}
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

function save(rejections: readonly Rejection[]): void {
  const csv = csvWriter();
  csv.add(rejections.map((rejection) => ({ ...rejection })));
  download(csv.parts(), 'refused-advisories.csv', 'text/csv');
}
