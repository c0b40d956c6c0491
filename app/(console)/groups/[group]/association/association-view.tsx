'use client';

import { lazy, Suspense } from 'react';
import { AssociationPage } from '#app/(console)/groups/[group]/association/association-page.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { associationsQuery } from '#lib/client/resources/account-associations.ts';
import { type ListScope, withView } from '#lib/client/lists/list-state.ts';
import { ASSOCIATION_LIST } from '#lib/client/lists/named-lists.ts';

// Loads on demand, because only the list needs the table library.
const AssociationsBelow = lazy(async () => ({
  default: (await import('#app/(console)/groups/[group]/association/associations-below.tsx'))
    .AssociationsBelow,
}));

const SCOPES: readonly { id: ListScope; label: string }[] = [
  { id: 'in', label: 'This group' },
  { id: 'below', label: 'With groups below' },
];

/** The account association of a group, or those of all groups below it. */
export function AssociationView({ group }: { group: string }) {
  const view = useListState(group, ASSOCIATION_LIST, associationsQuery);
  return (
    <div className="flex flex-1 flex-col gap-4">
      <Segmented
        label="Which rows"
        options={SCOPES}
        value={view.state.scope}
        onChange={(scope) => view.show(withView(view.state, { scope }))}
        className="self-start"
      />
      {view.state.scope === 'below' ? (
        <Suspense fallback={null}>
          <AssociationsBelow group={group} view={view} />
        </Suspense>
      ) : (
        <AssociationPage group={group} />
      )}
    </div>
  );
}
