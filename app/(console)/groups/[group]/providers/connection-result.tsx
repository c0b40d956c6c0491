'use client';

import TestResult from '#app/(console)/groups/[group]/_shared/test-result.tsx';
import type { ConnectionReport } from '#app/(console)/groups/[group]/providers/issuer-report.ts';
import { Button } from '#components/ui/buttons/button.tsx';

const WORDS: Readonly<Record<string, readonly [title: string, remedy: string]>> = {
  OK: ['The connection works', ''],
  UNREACHABLE: [
    'The issuer cannot be reached',
    'Check the address, that the issuer runs, and that its certificate is trusted.',
  ],
  NOT_FOUND: [
    'There is no discovery document',
    'The issuer must serve /.well-known/openid-configuration. Check the path: some issuers have a tenant or realm in it.',
  ],
  HTTP_STATUS: [
    'The issuer refuses to answer',
    'Its discovery document must be readable without signing in.',
  ],
  NOT_JSON: [
    'The answer is not JSON',
    'This looks like a web page. The issuer often differs from the address of the provider’s own console.',
  ],
  NOT_DISCOVERY: [
    'This is not a discovery document',
    'Check the address. It returns JSON, but not a discovery document.',
  ],
  TRAILING_SLASH: [
    'The trailing slash differs',
    'Issuers must match exactly. Use the spelling of the discovery document.',
  ],
  ISSUER_MISMATCH: [
    'The issuer has another name',
    'Issuers must match exactly. Use the spelling of the discovery document.',
  ],
  MISSING_ENDPOINTS: [
    'This issuer does not support sign-in',
    'The issuer must offer the authorization code flow.',
  ],
  BAD_ADDRESS: ['An address is not https', 'All addresses of an issuer must use https.'],
  PRIVATE_ADDRESS: [
    'The address is private',
    'The operator of this installation can allow its network with GROVE_ALLOW_PRIVATE_ISSUERS.',
  ],
  NOT_KEYS: ['The keys cannot be used', 'The issuer must publish a JSON Web Key Set.'],
};

function connectionWords({ outcome }: ConnectionReport): { title: string; remedy: string } {
  const [title, remedy] = WORDS[outcome] ?? [
    'The issuer’s answer cannot be used',
    'Check the address.',
  ];
  return { title, remedy };
}

interface ConnectionResultProps {
  report: ConnectionReport;
  /** Adopts the issuer that the discovery document names. */
  onTake: ((issuer: string) => void) | undefined;
}

/** The result of a test of an issuer, with the remedy. */
export default function ConnectionResult({ report, onTake }: ConnectionResultProps) {
  const { title, remedy } = connectionWords(report);
  const { outcome, description, foundIssuer } = report;
  return (
    <TestResult isGood={outcome === 'OK'} title={title}>
      <p className="break-words text-ink-2">{description}</p>
      {remedy !== '' && <p className="text-ink-2">{remedy}</p>}
      {foundIssuer !== undefined && onTake && (
        <Button size="sm" className="mt-1" onPress={() => onTake(foundIssuer)}>
          Use the issuer from its document
        </Button>
      )}
    </TestResult>
  );
}
