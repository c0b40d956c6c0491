'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import {
  type ConnectionReport,
  connectionWords,
} from '#app/(console)/groups/[group]/providers/connection-words.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { cx } from '#components/ui/text/cx.ts';

interface ConnectionResultProps {
  report: ConnectionReport;
  /** Adopts the issuer that the discovery document names. */
  onTake: ((issuer: string) => void) | undefined;
}

/** The result of a test of an issuer, with the remedy. */
export default function ConnectionResult({ report, onTake }: ConnectionResultProps) {
  const { title, remedy } = connectionWords(report);
  const isGood = report.outcome === 'OK';
  const Icon = isGood ? CircleCheck : TriangleAlert;
  const { foundIssuer } = report;
  return (
    <div
      className={cx(
        'flex w-full gap-2.5 rounded px-3 py-2.5',
        isGood ? 'bg-accent-soft' : 'bg-danger-soft',
      )}
    >
      <Icon
        aria-hidden
        size={16}
        className={cx('mt-0.5 shrink-0', isGood ? 'text-accent' : 'text-danger')}
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="font-medium">{title}</p>
        <p className="break-words text-ink-2">{report.description}</p>
        {remedy !== '' && <p className="text-ink-2">{remedy}</p>}
        {foundIssuer !== undefined && onTake && (
          <Button size="sm" className="mt-1" onPress={() => onTake(foundIssuer)}>
            Use the issuer from its document
          </Button>
        )}
      </div>
    </div>
  );
}
