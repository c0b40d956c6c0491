'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Plug, TriangleAlert } from 'lucide-react';
import {
  type ConnectionReport,
  connectionWords,
} from '#app/(console)/groups/[group]/providers/connection-words.ts';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { call } from '#lib/client/api.ts';

export interface ConnectionTestProps {
  /** The group of the provider, or of the one to be created. */
  group: string;
  issuer: string;
  /** Why a test is not possible. */
  disabledReason: string | false;
  /** Adopts the issuer that the discovery document names. */
  onTake?: (issuer: string) => void;
}

const PATH = '/iam/v2beta1/identityProviders:testConnection';

/**
 * Makes the server run the requests of a sign-in against the issuer, and shows problems. Pass the
 * issuer as key.
 */
export function ConnectionTest({ group, issuer, disabledReason, onTake }: ConnectionTestProps) {
  const test = useMutation({
    mutationFn: () =>
      call<ConnectionReport>(PATH, { method: 'POST', body: { groupUid: group, issuer } }),
  });
  const wrong = violationsOf(test.error)['issuer'];
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon={Plug}
        onPress={() => test.mutate()}
        isPending={test.isPending}
        disabledReason={disabledReason || (issuer === '' && 'Type an issuer first')}
      >
        Test connection
      </Button>
      <div role="status" className="w-full">
        {test.isPending && <span className="sr-only">Contacting the issuer</span>}
        {test.data && <Report report={test.data} onTake={onTake} />}
      </div>
      {test.error && (
        <ErrorPanel
          className="w-full"
          title="The connection was not tested"
          {...(wrong ? { why: `The issuer ${wrong}.` } : problemOf(test.error))}
        />
      )}
    </div>
  );
}

interface ReportProps {
  report: ConnectionReport;
  onTake: ConnectionTestProps['onTake'];
}

function Report({ report, onTake }: ReportProps) {
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
