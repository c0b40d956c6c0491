import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  ofArtifactHref,
  repoQuery,
} from '#app/(console)/groups/[group]/advisories/[advisory]/related.ts';
import { type Advice, adviceFor } from '#app/(console)/groups/[group]/advisories/advice.ts';
import { statusText } from '#app/(console)/groups/[group]/advisories/advisory-words.ts';
import { Severity } from '#components/severity/severity.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { resourcePath } from '#lib/client/paths.ts';
import type { Advisory } from '#lib/client/resources/resources.ts';

/** The start of the page: severity, artifact, and what to do. */
export function AdvisoryLead({ advisory }: { advisory: Advisory | undefined }) {
  if (!advisory) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-5 w-80" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    );
  }
  const kind = [advisory.artifactType, advisory.artifactArchitecture].filter(Boolean).join(' · ');
  return (
    <>
      {advisory.summary !== '' && <p className="max-w-200 text-lg">{advisory.summary}</p>}
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border border-line bg-line lg:grid-cols-4">
        <Tile label="Severity">
          <Severity severity={advisory.severity} />
        </Tile>
        <Tile label="Status">{statusText(advisory.status)}</Tile>
        <Tile label="Artifact" detail={kind}>
          <Artifact advisory={advisory} />
        </Tile>
        <Tile label="Fixed in">
          {advisory.fixedVersion || <span className="text-ink-2">No version yet</span>}
        </Tile>
      </dl>
      <WhatToDo advice={adviceFor(advisory)} />
    </>
  );
}

function Tile(props: { label: string; detail?: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 bg-paper px-4 py-3">
      <dt className="text-sm text-ink-2">{props.label}</dt>
      <dd className="text-lg font-semibold wrap-anywhere">{props.children}</dd>
      {props.detail && <dd className="text-xs text-ink-2">{props.detail}</dd>}
    </div>
  );
}

/** Links to its repository if there is one, else to all of its advisories. */
function Artifact({ advisory }: { advisory: Advisory }) {
  const repo = useQuery(repoQuery(advisory)).data?.repos[0];
  const href = repo ? resourcePath('repos', repo.uid) : ofArtifactHref(advisory);
  return <Link href={href}>{advisory.artifactName}</Link>;
}

const SIGNS: Readonly<Record<Advice['kind'], { icon: LucideIcon; look: string; tone: string }>> = {
  act: { icon: TriangleAlert, look: 'bg-warn-soft', tone: 'text-warn' },
  wait: { icon: Hourglass, look: 'bg-paper-2', tone: 'text-ink-2' },
  nothing: { icon: CircleCheck, look: 'bg-accent-soft', tone: 'text-accent' },
};

function WhatToDo({ advice: { kind, title, detail } }: { advice: Advice }) {
  const { icon: Icon, look, tone } = SIGNS[kind];
  return (
    <section aria-label="What to do" className={cx('flex gap-3 rounded px-4 py-3', look)}>
      <Icon aria-hidden size={16} className={cx('mt-0.5 shrink-0', tone)} />
      <div className="flex min-w-0 flex-col gap-0.5 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {detail !== '' && <p>{detail}</p>}
      </div>
    </section>
  );
}
