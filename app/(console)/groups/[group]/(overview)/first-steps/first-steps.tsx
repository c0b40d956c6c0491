'use client';

import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  areOfUse,
  isWorkflow,
  latestIdentitiesQuery,
  type Step,
  stepsFor,
} from '#app/(console)/groups/[group]/(overview)/first-steps/steps.ts';
import { useFinished } from '#app/(console)/groups/[group]/(overview)/first-steps/use-finished.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { sourcesBelowQuery } from '#lib/client/resources/registry-sources.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { groupSummary } from '#lib/client/resources/summary.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

export interface FirstStepsProps {
  /** The uid of the root group. */
  root: string;
  /** Whether the person had finished the steps when the page was requested. */
  wereFinished: boolean;
}

/** The first steps in a new organization, until they are done or the person hides them for good. */
export function FirstSteps({ root, wereFinished }: FirstStepsProps) {
  const { data: caller } = useQuery(currentCaller());
  const { data: group } = useQuery(groupQuery(root));
  const { data: summary } = useQuery(groupSummary(root));
  const [isFinished, finish] = useFinished(caller, root, wereFinished);
  const found = useQuery({ ...sourcesBelowQuery(root), enabled: !isFinished });
  const { data: latest } = useQuery({ ...latestIdentitiesQuery(root), enabled: !isFinished });
  // A person who may not list registry sources may not create one either.
  const sources = found.isPending ? undefined : Number(found.data?.totalCount ?? 0);
  const [now] = useState(() => Date.now());

  const isKnown = caller && group && summary && sources !== undefined;
  const progress = isKnown && {
    counts: summary.counts,
    sources,
    people: latest?.identities.filter((one) => !isWorkflow(one)).length ?? 0,
    workflows: latest?.identities.filter(isWorkflow).length ?? 0,
  };
  const steps = progress ? stepsFor(root, progress, caller.capabilities) : [];
  const isThrough = steps.length > 0 && steps.every(({ isDone }) => isDone);
  // A finished step stays finished, even if its resource is deleted later.
  useEffect(() => {
    if (isThrough && !isFinished) finish();
  }, [isThrough, isFinished, finish]);

  if (isFinished || !group || !areOfUse(steps, group.createTime, now)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-line bg-paper-2">
      <header className="flex items-center gap-3 py-2 pr-2 pl-4">
        <h2 id="first-steps" className="text-base font-semibold">
          First steps
        </h2>
        <span className="flex-1 text-sm text-ink-2">
          {done} of {steps.length} done
        </span>
        <IconButton label="Hide first steps" icon={X} size="sm" onPress={finish} />
      </header>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepRow({ step }: { step: Step }) {
  const { title, about, links, isDone } = step;
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5">
      <Icon
        aria-hidden
        size={16}
        className={cx('shrink-0', isDone ? 'text-accent' : 'text-ink-3')}
      />
      <div className="min-w-0 flex-1 basis-56">
        <p className={cx('font-medium', isDone && 'text-ink-2')}>
          {title}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        {!isDone && <p className="text-sm text-ink-2">{about}</p>}
      </div>
      {!isDone && (
        <div className="flex gap-2 max-sm:w-full max-sm:pl-7">
          {links.map(({ label, href }) => (
            <ButtonLink key={label} href={href} size="sm">
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
    </li>
  );
}
