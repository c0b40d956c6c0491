'use client';

import { useQuery } from '@tanstack/react-query';
import { Cloud, Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { AssociationFacts } from '#app/(console)/groups/[group]/association/association-facts.tsx';
import { useAssociation } from '#app/(console)/groups/[group]/association/use-association.ts';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { Capability } from '#lib/resources/capabilities.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, newPath } from '#lib/client/paths.ts';
import { accountAssociations } from '#lib/client/resources/resources.ts';

/** The cloud accounts of a group, or a form to add them. */
export function AssociationPage({ group }: { group: string }) {
  const router = useRouter();
  const result = useAssociation(group);
  const { data: caller } = useQuery(currentCaller());
  const [isDeleting, setDeleting] = useState(false);
  const { association } = result;
  const missing = (capability: Capability) =>
    missingReason(caller?.capabilities, group, capability);
  const noList = missing('account_associations.list');
  const noNew = missing('account_associations.create');
  const noEdit = missing('account_associations.update');
  const newHref = newPath(group, 'association');
  const editHref = `${groupPath(group, 'association')}/edit`;
  useShortcuts({
    n: association === null && !noNew ? () => router.push(newHref) : undefined,
    e: association && !noEdit ? () => router.push(editHref) : undefined,
  });

  if (result.isError && association === undefined) {
    return <QueryProblem title="The account association could not be loaded" query={result} />;
  }
  if (association === null) {
    const create = (variant: 'primary' | 'secondary') => (
      <ActionLink href={newHref} icon={Cloud} variant={variant} disabledReason={noNew}>
        Associate accounts
      </ActionLink>
    );
    return (
      <>
        <HeaderAction>{create('primary')}</HeaderAction>
        {noList ? (
          <EmptyState title="You may not see this">
            {noList}. An owner of the group can grant you a role that allows it.
          </EmptyState>
        ) : (
          <EmptyState title="No accounts are associated" action={create('secondary')}>
            An account association connects this group to its accounts at AWS, Google Cloud, Azure
            or GitHub. A group has at most one.
          </EmptyState>
        )}
      </>
    );
  }
  return (
    <article aria-label={association?.name ?? 'Association'} className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-lg font-semibold break-words">
            {association ? association.name : <Skeleton className="h-5 w-40" />}
          </h2>
          <div className="flex flex-wrap gap-2">
            <ActionLink href={editHref} icon={Pencil} disabledReason={noEdit}>
              Edit
            </ActionLink>
            <Button
              icon={Trash2}
              disabledReason={missing('account_associations.delete')}
              onPress={() => setDeleting(true)}
            >
              Delete
            </Button>
          </div>
        </header>
        <AssociationFacts association={association} />
      </div>
      {association && (
        <RecordDetails
          uid={association.uid}
          resource={association}
          path={accountAssociations.pathOf(association.uid)}
        />
      )}
      <DeleteResource
        resource={isDeleting && association ? association : null}
        noun="account association"
        verb="Delete"
        done="deleted"
        of={accountAssociations}
        onClose={() => setDeleting(false)}
      >
        <p>
          Services that use it can no longer find this group’s accounts. The accounts themselves are
          not changed.
        </p>
      </DeleteResource>
    </article>
  );
}
