import type { BadgeTone } from '#components/ui/text/badge.tsx';
import type { Domain } from '#lib/client/resources/domains.ts';

export const STATES: Readonly<Record<Domain['state'], { label: string; tone: BadgeTone }>> = {
  PENDING: { label: 'Not verified yet', tone: 'neutral' },
  VERIFIED: { label: 'Verified', tone: 'accent' },
  LOST: { label: 'No longer verified', tone: 'danger' },
};

/** The results of a check that did not find the record, in words. */
export const FAILURES: Readonly<Record<string, string>> = {
  NO_SUCH_NAME: 'There is no such name in DNS. New records can take a while to appear.',
  NO_RECORD: 'The name exists, but has no TXT record.',
  OTHER_VALUE: 'The name has a TXT record, but with another value.',
  TOO_MANY_RECORDS:
    'The name has more than 50 TXT records. Remove those that are no longer needed.',
  VERIFIED_ELSEWHERE:
    'The record is there, but another organization has already verified this domain. Ask the operator of this installation.',
  RESOLVER_TIMED_OUT: 'The DNS resolver of this installation did not answer in time. Try again.',
  RESOLVER_REFUSED:
    'The DNS resolver of this installation refused to answer. The operator can help.',
  RESOLVER_FAILED:
    'The DNS resolver of this installation failed to look the name up. Try again later.',
};
