'use client';

import { useMemo } from 'react';
import { useColumnsWithHolder } from '#app/(console)/groups/[group]/_shared/holder-column.tsx';
import { useBlockColumns } from '#app/(console)/groups/[group]/identities/block-columns.tsx';
import { StandingBadge } from '#app/(console)/groups/[group]/identities/standing-badge.tsx';
import { issuerText, wasSeen } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import type { Identity } from '#lib/client/resources/resources.ts';

const NAME: ResourceColumn<Identity> = {
  id: 'name',
  header: 'Name',
  order: 'name',
  width: '20%',
  cell: (identity) => (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">{identity.name}</span>
      <span className="flex shrink-0">
        <StandingBadge identity={identity} />
      </span>
    </span>
  ),
};

const OTHERS: readonly ResourceColumn<Identity>[] = [
  {
    id: 'issuer',
    header: 'Issuer',
    width: '21%',
    cell: ({ claimMatch: { issuer, issuerPattern } }) => (
      <Claim literal={issuer} pattern={issuerPattern} short={issuerText} />
    ),
  },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ claimMatch: { subject, subjectPattern } }) => (
      <Claim literal={subject} pattern={subjectPattern} />
    ),
  },
  {
    id: 'email',
    header: 'E-mail',
    width: '15%',
    isFact: true,
    cell: ({ email, claimMatch: { subject, subjectPattern } }) =>
      email === undefined ? (
        // On a phone this column replaces issuer and subject.
        <span className="truncate sm:hidden">
          <Claim literal={subject} pattern={subjectPattern} />
        </span>
      ) : (
        <span title={email} className="truncate text-ink-2">
          {email}
        </span>
      ),
  },
  {
    id: 'seen',
    header: 'Last seen',
    order: 'last_seen_at',
    width: 128,
    isFact: true,
    cell: (identity) =>
      wasSeen(identity) ? (
        <RelativeTime value={identity.lastSeenTime} />
      ) : (
        <span className="text-ink-3">Never</span>
      ),
  },
];

const COLUMNS = [NAME, ...OTHERS];

/** Who is blocked. One column, because those about the block need the room. */
const WHO: ResourceColumn<Identity> = {
  id: 'who',
  header: 'E-mail or subject',
  width: '15%',
  isFact: true,
  cell: ({ email, claimMatch: { subject, subjectPattern } }) =>
    email === undefined ? (
      <Claim literal={subject} pattern={subjectPattern} />
    ) : (
      <span title={email} className="truncate text-ink-2">
        {email}
      </span>
    ),
};

interface ClaimProps {
  literal: string | undefined;
  pattern: string | undefined;
  short?: (text: string) => string;
}

/** A literal unchanged, a pattern between slashes. */
function Claim({ literal, pattern = '', short = (text) => text }: ClaimProps) {
  const whole = literal ?? `/${pattern}/`;
  return (
    <span title={whole} className="truncate font-mono text-sm text-ink-2">
      {literal === undefined ? whole : short(literal)}
    </span>
  );
}

interface Listed {
  scope: ListScope;
  rows: readonly Identity[] | undefined;
  /** Whether the list has blocked identities alone. */
  areBlocked: boolean;
}

/** The columns of a list of identities. Below the group, one column names the group. */
export function useIdentityColumns(
  group: string,
  { scope, rows, areBlocked }: Listed,
): readonly ResourceColumn<Identity>[] {
  const ofBlocks = useBlockColumns(areBlocked ? rows : undefined);
  const columns = useMemo(
    () => (areBlocked ? [NAME, ...ofBlocks, WHO] : COLUMNS),
    [areBlocked, ofBlocks],
  );
  return useColumnsWithHolder(columns, { group, scope, rows, tab: 'identities' });
}
