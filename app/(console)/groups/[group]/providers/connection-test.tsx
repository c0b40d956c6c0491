'use client';

import { useMutation } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { testIssuer } from '#app/(console)/groups/[group]/providers/issuer-report.ts';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { later } from '#components/ui/later.tsx';

const ConnectionResult = later(
  () => import('#app/(console)/groups/[group]/providers/connection-result.tsx'),
);

export interface ConnectionTestProps {
  /** The group of the provider, or of the one to be created. */
  group: string;
  issuer: string;
  /** Why a test is not possible. */
  disabledReason: string | false;
  /** Adopts the issuer that the discovery document names. */
  onTake?: (issuer: string) => void;
}

/**
 * Tests the issuer from the server with the requests of a sign-in, and shows problems. Pass the issuer
 * as key.
 */
export function ConnectionTest({ group, issuer, disabledReason, onTake }: ConnectionTestProps) {
  const test = useMutation({ mutationFn: () => testIssuer(group, issuer) });
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
        {test.data && <ConnectionResult report={test.data} onTake={onTake} />}
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
