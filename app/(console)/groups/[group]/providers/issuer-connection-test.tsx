'use client';

import { ConnectionTest } from '#app/(console)/groups/[group]/_shared/connection-test.tsx';
import { testIssuer } from '#app/(console)/groups/[group]/providers/issuer-report.ts';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { later } from '#components/ui/later.tsx';

const ConnectionResult = later(
  () => import('#app/(console)/groups/[group]/providers/connection-result.tsx'),
);

export interface IssuerConnectionTestProps {
  /** The group of the provider, or of the one to be created. */
  group: string;
  issuer: string;
  /** Why a test is not possible. */
  disabledReason: string | false;
  /** Adopts the issuer that the discovery document names. */
  onTake?: (issuer: string) => void;
}

function problemOfTest(error: unknown) {
  const wrong = violationsOf(error)['issuer'];
  return wrong ? { why: `The issuer ${wrong}.` } : problemOf(error);
}

/** Tests the issuer with the requests of a sign-in, and shows problems. */
export function IssuerConnectionTest(props: IssuerConnectionTestProps) {
  const { group, issuer, disabledReason, onTake } = props;
  return (
    <ConnectionTest
      key={issuer}
      noun="issuer"
      send={() => testIssuer(group, issuer)}
      problem={problemOfTest}
      disabledReason={disabledReason || (issuer === '' && 'Type an issuer first')}
    >
      {(report) => <ConnectionResult report={report} onTake={onTake} />}
    </ConnectionTest>
  );
}
