'use client';

import { useQuery } from '@tanstack/react-query';
import { AdvisoryLead } from '#app/(console)/groups/[group]/advisories/[advisory]/advisory-lead.tsx';
import { EventTimeline } from '#app/(console)/groups/[group]/advisories/[advisory]/event-timeline.tsx';
import { RelatedAdvisories } from '#app/(console)/groups/[group]/advisories/[advisory]/related-advisories.tsx';
import { aliasHref } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import { later } from '#components/ui/later.tsx';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { advisories, type Advisory } from '#lib/client/resources/resources.ts';

const CvssScore = later(
  () => import('#app/(console)/groups/[group]/advisories/[advisory]/cvss-score.tsx'),
);

/** One advisory: its meaning and the remedy first, then its events. */
export function AdvisoryPage({ uid }: { uid: string }) {
  const result = useQuery(advisories.versioned(uid));
  if (result.isError && !result.data) {
    return <QueryProblem title="This advisory could not be loaded" query={result} />;
  }
  const advisory = result.data?.body;
  return (
    <article aria-label={advisory?.advisoryId ?? 'Advisory'} className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <ResourceHead tab="advisories" uid={uid} name={advisory?.advisoryId} mono />
        <AdvisoryLead advisory={advisory} />
      </div>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        {advisory && <EventTimeline events={advisory.events} />}
        <AdvisoryFacts advisory={advisory} />
      </div>
      {advisory && <RelatedAdvisories advisory={advisory} />}
      <RecordDetails uid={uid} resource={advisory} path={advisories.pathOf(uid)} />
    </article>
  );
}

function AdvisoryFacts({ advisory }: { advisory: Advisory | undefined }) {
  return (
    <section aria-labelledby="vulnerability" className="flex flex-col gap-1">
      <h2 id="vulnerability" className="font-semibold">
        Vulnerability
      </h2>
      <Facts>
        <Fact label="Aliases">{advisory && <Aliases aliases={advisory.aliases} />}</Fact>
        <Fact label="Component">
          {advisory &&
            ([advisory.componentName, advisory.componentType, advisory.componentLocation]
              .filter(Boolean)
              .join(' · ') ||
              null)}
        </Fact>
        <Fact label="Scores">
          {advisory &&
            (advisory.severities.length === 0 ? null : (
              <ul>
                {advisory.severities.map(({ type, score }) => (
                  <li key={type} className="flex gap-x-3">
                    <span className="w-8 shrink-0 text-right font-medium tabular-nums">
                      <CvssScore type={type} score={score} />
                    </span>
                    <span className="font-mono text-sm break-all">{score}</span>
                  </li>
                ))}
              </ul>
            ))}
        </Fact>
        <Fact label="Author">{advisory && (advisory.author || null)}</Fact>
      </Facts>
    </section>
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
