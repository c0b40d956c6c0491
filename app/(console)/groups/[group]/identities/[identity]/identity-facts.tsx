'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wasSeen } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import type { ClaimMatch, Identity } from '#lib/client/resources/resources.ts';

/** The identity in a line: the names that people know, and its last use. */
export function IdentitySummary({ identity }: { identity: Identity | undefined }) {
  if (!identity) return <Skeleton className="h-5 w-80" />;
  const { description, email, emailUnverified, lastSeenTime } = identity;
  const { blockedTime, blockReason, blockedGroupUid, unconfirmedTime } = identity;
  return (
    <div className="flex flex-col gap-1">
      {blockedTime !== undefined && (
        <p className="max-w-200 wrap-anywhere text-danger">
          Blocked <RelativeTime value={blockedTime} />
          {blockedGroupUid !== undefined && <BlockedWhere group={blockedGroupUid} />}
          {blockReason && <span>{`: ${blockReason}`}</span>}
        </p>
      )}
      {unconfirmedTime !== undefined && (
        <p className="max-w-200 text-warn">
          Has had no effect since <RelativeTime value={unconfirmedTime} />: it names somebody with
          an account of another organization, who can join this one in their settings.
        </p>
      )}
      {description !== '' && <p className="max-w-200 wrap-anywhere">{description}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        {email !== undefined && <span className="wrap-anywhere">{email}</span>}
        {email !== undefined && emailUnverified && <Badge tone="warn">Not verified</Badge>}
        <span>
          {wasSeen(identity) ? (
            <span>
              Last seen <RelativeTime value={lastSeenTime} />
            </span>
          ) : (
            'Never seen'
          )}
        </span>
      </p>
    </div>
  );
}

/** Where the block of a person has effect, unless it is the whole organization. */
function BlockedWhere({ group }: { group: string }) {
  const { data: names } = useQuery(namesQuery('groups', [group]));
  if (parentUid(group) === null) return null;
  return (
    <span>
      {' in '}
      <Link href={groupPath(group, 'identities')}>{names?.get(group) ?? 'a group'}</Link>
      {' and below'}
    </span>
  );
}

/** The claim match of the identity. */
export function TokenFacts({ identity }: { identity: Identity | undefined }) {
  return (
    <section aria-labelledby="identity-tokens" className="flex flex-col gap-1">
      <h2 id="identity-tokens" className="text-base font-semibold">
        How it signs in
      </h2>
      <Facts>
        <Fact label="Issuer">
          {identity && <Match match={identity.claimMatch} name="issuer" />}
        </Fact>
        <Fact label="Subject">
          {identity && <Match match={identity.claimMatch} name="subject" />}
        </Fact>
        <Fact label="Audience">
          {identity && <Match match={identity.claimMatch} name="audience" />}
        </Fact>
        {identity && <FurtherClaims match={identity.claimMatch} />}
      </Facts>
    </section>
  );
}

function Match({ match, name }: { match: ClaimMatch; name: 'issuer' | 'subject' | 'audience' }) {
  const [literal, pattern] = [match[name], match[`${name}Pattern`]];
  if (literal !== undefined) return <CopyText value={literal} label={name} isWhole />;
  if (pattern !== undefined) return <Pattern>{pattern}</Pattern>;
  return <span className="text-ink-2">This installation</span>;
}

function Pattern({ children }: { children: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <code className="font-mono text-sm break-all text-ink-2">{children}</code>
      <Badge>Pattern</Badge>
    </span>
  );
}

function FurtherClaims({ match: { claims = {}, claimPatterns = {} } }: { match: ClaimMatch }) {
  const rows: (readonly [string, string, ReactNode])[] = [
    ...Object.entries(claims).map(
      ([claim, value]) =>
        [
          `is ${claim}`,
          claim,
          <code key="value" className="font-mono text-sm break-all text-ink-2">
            {value}
          </code>,
        ] as const,
    ),
    ...Object.entries(claimPatterns).map(
      ([claim, pattern]) =>
        [`matches ${claim}`, claim, <Pattern key="value">{pattern}</Pattern>] as const,
    ),
  ];
  return rows.map(([key, claim, value]) => (
    <Fact key={key} label={`Claim ${claim}`}>
      {value}
    </Fact>
  ));
}
