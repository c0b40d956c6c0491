import type { ReactNode } from 'react';
import { wasSeen } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { ClaimMatch, Identity } from '#lib/client/resources/resources.ts';

/** All facts of an identity, and which tokens match it. */
export function IdentityFacts(props: { uid: string; identity: Identity | undefined }) {
  const { uid, identity } = props;
  return (
    <Facts>
      <Fact label="Description">{identity && (identity.description || null)}</Fact>
      {identity?.email !== undefined && (
        <Fact label="E-mail">
          <span className="flex flex-wrap items-center gap-x-3">
            {identity.email}
            {identity.emailUnverified && <Badge tone="warn">Not verified</Badge>}
          </span>
        </Fact>
      )}
      <Fact label="Issuer">{identity && <Match match={identity.claimMatch} name="issuer" />}</Fact>
      <Fact label="Subject">
        {identity && <Match match={identity.claimMatch} name="subject" />}
      </Fact>
      <Fact label="Audience">
        {identity && <Match match={identity.claimMatch} name="audience" />}
      </Fact>
      {identity && <FurtherClaims match={identity.claimMatch} />}
      <Fact label="Last seen">
        {identity && (wasSeen(identity) ? <RelativeTime value={identity.lastSeenTime} /> : 'Never')}
      </Fact>
      <Fact label="Uid">
        <CopyText value={uid} label="uid" isWhole />
      </Fact>
      <Fact label="Created">{identity && <RelativeTime value={identity.createTime} />}</Fact>
      <Fact label="Updated">{identity && <RelativeTime value={identity.updateTime} />}</Fact>
    </Facts>
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
