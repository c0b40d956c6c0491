import { useId } from 'react';
import { statusText } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Severity } from '#components/severity/severity.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { resourcePath } from '#lib/client/paths.ts';
import type { Advisory } from '#lib/client/resources/resources.ts';
import { numberText } from '#lib/client/counted.ts';

export interface AdvisoryLinesProps {
  title: string;
  /** The list of all of them. */
  href: string;
  total: number;
  rows: readonly Advisory[];
  /** Shows the artifact in each line, for rows of several artifacts. */
  hasArtifact?: boolean;
}

/** Advisories related to the resource of the page; renders nothing if there are none. */
export function AdvisoryLines({ title, href, total, rows, hasArtifact }: AdvisoryLinesProps) {
  const id = useId();
  const group = useScope().group ?? undefined;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <header className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
        <h2 id={id} className="min-w-0 font-semibold wrap-anywhere">
          {title} <span className="font-normal text-ink-2 tabular-nums">{numberText(total)}</span>
        </h2>
        <Link href={href} className="shrink-0 text-sm">
          Show in the list
        </Link>
      </header>
      <ul>
        {rows.map(({ uid, advisoryId, artifactName, severity, status }) => (
          <li
            key={uid}
            className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <Link href={resourcePath('advisories', uid, group)} className="font-mono text-sm">
              {advisoryId}
            </Link>
            {hasArtifact && <span className="min-w-0 truncate">{artifactName}</span>}
            <Severity severity={severity} />
            <span className="ml-auto text-sm text-ink-2">{statusText(status)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
