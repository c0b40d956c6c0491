'use client';

import { useQuery } from '@tanstack/react-query';
import { EventTimeline } from '#app/(console)/groups/[group]/advisories/[advisory]/event-timeline.tsx';
import { aliasHref, statusText } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { ResourceJson } from '#components/resource/resource-json.tsx';
import { Severity } from '#components/severity/severity.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { advisories, type Advisory } from '#lib/client/resources/resources.ts';

/** One advisory: the artifact it concerns, and what happened to it. */
export function AdvisoryPage({ uid }: { uid: string }) {
  const result = useQuery(advisories.versioned(uid));
  if (result.isError && !result.data) {
    return <QueryProblem title="This advisory could not be loaded" query={result} />;
  }
  const advisory = result.data?.body;
  return (
    <article aria-label={advisory?.advisoryId ?? 'Advisory'} className="flex flex-col gap-6">
      <ResourceHead
        list={{ href: groupPath(parentUid(uid) ?? '', 'advisories'), label: 'Advisories' }}
        name={advisory?.advisoryId}
        mono
      />
      <AdvisoryFacts uid={uid} advisory={advisory} />
      {advisory && <EventTimeline events={advisory.events} />}
      <ResourceJson resource={advisory} path={advisories.pathOf(uid)} />
    </article>
  );
}

function AdvisoryFacts({ uid, advisory }: { uid: string; advisory: Advisory | undefined }) {
  return (
    <Facts>
      <Fact label="Summary">{advisory && (advisory.summary || null)}</Fact>
      <Fact label="Severity">
        {advisory && (
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            <Severity severity={advisory.severity} />
            {advisory.severities.map(({ type, score }) => (
              <span key={type} className="font-mono text-sm break-all text-ink-2">
                {score}
              </span>
            ))}
          </span>
        )}
      </Fact>
      <Fact label="Status">{advisory && statusText(advisory.status)}</Fact>
      <Fact label="Artifact">
        {advisory &&
          [advisory.artifactName, advisory.artifactType, advisory.artifactArchitecture]
            .filter(Boolean)
            .join(' · ')}
      </Fact>
      <Fact label="Component">
        {advisory &&
          ([advisory.componentName, advisory.componentType, advisory.componentLocation]
            .filter(Boolean)
            .join(' · ') ||
            null)}
      </Fact>
      <Fact label="Fixed in">{advisory && (advisory.fixedVersion || null)}</Fact>
      <Fact label="Aliases">{advisory && <Aliases aliases={advisory.aliases} />}</Fact>
      <Fact label="Uid">
        <CopyText value={uid} label="uid" isWhole />
      </Fact>
      <Fact label="Created">{advisory && <RelativeTime value={advisory.createTime} />}</Fact>
      <Fact label="Updated">{advisory && <RelativeTime value={advisory.updateTime} />}</Fact>
    </Facts>
  );
}

function Aliases({ aliases }: { aliases: readonly string[] }) {
  if (aliases.length === 0) return <span className="text-ink-3">None</span>;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {aliases.map((alias) => {
        const href = aliasHref(alias);
        return (
          <li key={alias} className="font-mono text-sm">
            {href === null ? (
              alias
            ) : (
              <a href={href} rel="noreferrer" className="text-accent underline">
                {alias}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
