'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BindingEnd } from '#app/(console)/groups/[group]/access/binding-end.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { groupPath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { counted, formOf } from '#lib/client/counted.ts';

export interface AnswerFrameProps<T> {
  result: UseQueryResult<T>;
  children: (answer: T) => ReactNode;
}

/** The answer, or its placeholder: loading, a missing capability, a failure. */
export function AnswerFrame<T>({ result, children }: AnswerFrameProps<T>) {
  const { data, error } = result;
  if (data !== undefined) {
    return (
      <section aria-label="Answer" aria-live="polite" className="flex flex-col gap-4">
        {children(data)}
      </section>
    );
  }
  if (error instanceof ApiRequestError && error.httpStatus === 403) {
    return (
      <EmptyState title="You may not see who has access here">
        {error.message}. You can still check your own access.
      </EmptyState>
    );
  }
  if (error) {
    return <QueryProblem title="Access could not be checked" query={result} />;
  }
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}

/** "owner on acme, 2 levels above": the binding that grants, by its role and group. */
export function BindingText({ binding, group }: { binding: RoleBinding; group: string }) {
  const { role, group: holder } = binding;
  const levels = group.split('/').length - holder.uid.split('/').length;
  return (
    <span>
      <span className="font-medium">{role.name}</span>
      <span className="text-ink-2"> on </span>
      <Link href={groupPath(holder.uid, 'access')}>{holder.name}</Link>
      <span className="text-ink-2">
        {levels === 0
          ? ', the group itself'
          : `, ${formOf(levels, ['the group above', `${levels} levels above`])}`}
      </span>
    </span>
  );
}

/** The bindings that begin later. */
export function Coming({ bindings, group }: { bindings: readonly RoleBinding[]; group: string }) {
  if (bindings.length === 0) return null;
  return (
    <section aria-label="Begins later" className="flex flex-col gap-1">
      <h3 className="font-medium">Begins later</h3>
      <ul className="flex flex-col gap-1">
        {bindings.map((binding) => (
          <li key={binding.uid} className="flex flex-wrap gap-x-3">
            <BindingText binding={binding} group={group} />
            <BindingEnd binding={binding} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says that there are more granting bindings than the list shows. */
export function HiddenNote({ hidden }: { hidden: number }) {
  if (hidden === 0) return null;
  return (
    <p className="text-ink-2">
      {counted(hidden, ['more binding grants', 'more bindings grant'])} it on groups above that you
      cannot see.
    </p>
  );
}

interface Stopped {
  blocked?: boolean;
  unconfirmed?: boolean;
}

/** Whether bindings of the identity grant nothing. */
export const isStopped = ({ blocked = false, unconfirmed = false }: Stopped): boolean =>
  blocked || unconfirmed;

/** Says why bindings grant nothing. */
export function StoppedNote({ blocked = false }: Stopped) {
  if (!blocked) {
    return (
      <p className="max-w-160 text-ink-2">
        This identity names the account of somebody who has not joined the organization. No role
        grants anything until they join, in their settings.
      </p>
    );
  }
  return (
    <p className="max-w-160 text-ink-2">
      This identity is blocked, or the person whom it names is blocked here. Roles at the group of
      the block and below it grant nothing until somebody unblocks it on its page; roles from above
      stay.
    </p>
  );
}
