'use client';

import { useQuery } from '@tanstack/react-query';
import { GivenTable } from '#app/(console)/groups/[group]/access/given-table.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { holdingsQuery } from '#lib/client/access/access.ts';
import { phaseOf } from '#lib/client/access/binding-times.ts';
import { grantsQuery, splitGiven } from '#lib/client/access/bindings.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

const TITLES = {
  current: 'What it grants',
  coming: 'What it will grant',
  ended: 'What it granted',
} as const;

/** The capabilities that a binding grants, and those that only this binding grants. */
export function BindingGives({ binding }: { binding: RoleBinding | undefined }) {
  return (
    <section aria-labelledby="binding-gives" className="flex flex-col gap-2">
      <h2 id="binding-gives" className="text-base font-semibold">
        {binding === undefined ? 'What it grants' : TITLES[phaseOf(binding)]}
      </h2>
      {binding ? <Given binding={binding} /> : <Waiting />}
    </section>
  );
}

const Waiting = () => <Skeleton className="h-96 w-full max-w-180" />;

function Given({ binding: { uid, identity, role, group } }: { binding: RoleBinding }) {
  const grants = useQuery(grantsQuery([role.uid]));
  const holdings = useQuery(holdingsQuery({ identityUid: identity.uid, groupUid: group.uid }));
  const failed = [grants, holdings].find(({ isError }) => isError);
  if (failed) {
    return <QueryProblem title="The capabilities could not be loaded" query={failed} />;
  }
  if (!grants.data || !holdings.data) return <Waiting />;
  const capabilities = grants.data.get(role.uid);
  if (!capabilities) {
    return (
      <p className="text-ink-2">
        You cannot see what <bdi>{role.name}</bdi> grants.
      </p>
    );
  }
  return (
    <GivenTable
      label={`Capabilities of ${identity.name} through ${role.name}`}
      {...splitGiven(capabilities, holdings.data, uid)}
    />
  );
}
