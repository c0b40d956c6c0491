'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserKey } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { useBindingColumns } from '#app/(console)/groups/[group]/access/binding-columns.tsx';
import { BindingMenu } from '#app/(console)/groups/[group]/access/binding-menu.tsx';
import { bindingName, grantText } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { ConnectLink } from '#app/(console)/groups/[group]/access/connect/connect-link.tsx';
import { OutOfSight } from '#app/(console)/groups/[group]/access/out-of-sight.tsx';
import { useBindingBulk } from '#app/(console)/groups/[group]/access/use-binding-bulk.ts';
import { later } from '#components/ui/later.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { HeaderAction } from '#components/frame/header-action.tsx';
import { ResourceTable } from '#components/resource-table/resource-table.tsx';
import type { ScopeOption } from '#components/resource-table/toolbar.tsx';
import { useListState } from '#components/resource-table/state/use-list-state.ts';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { aboveListed } from '#lib/client/access/bindings.ts';
import { NONE, stoppedQuery } from '#lib/client/access/blocked-query.ts';
import { NO_REDUNDANCY, redundancyQuery } from '#lib/client/access/redundancy-query.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { bindingList } from '#lib/client/lists/access-lists.ts';
import type { ListScope } from '#lib/client/lists/list-state.ts';
import { editPath, newPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';

const RemoveBinding = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/access/remove-binding.tsx')).RemoveBinding,
}));

const SCOPES: readonly ScopeOption[] = [
  { id: 'effect', label: 'Applies here' },
  { id: 'no_effect', label: 'No effect' },
  { id: 'in', label: 'This group' },
  { id: 'above', label: 'Inherited' },
  { id: 'below', label: 'With groups below' },
];

const ABSENT: Partial<Record<ListScope, ReactNode>> = {
  above: (
    <EmptyState title="No inherited bindings">
      No binding that you can see on a group above applies here.
    </EmptyState>
  ),
  no_effect: (
    <EmptyState title="Every binding has effect">
      No binding here belongs to a blocked identity, waits for confirmation, has ended or begins
      later.
    </EmptyState>
  ),
};

const uidOf = ({ uid }: RoleBinding) => uid;

/** The roles of identities in a group, by its own bindings and those of the groups above. */
export function BindingList({ group }: { group: string }) {
  const router = useRouter();
  const isTop = parentUid(group) === null;
  const list = bindingList(group);
  const view = useListState(group, list, roleBindings.list);
  const { scope } = view.state;
  const result = useQuery({ ...roleBindings.list(view.query), placeholderData: keepPreviousData });
  const { data: caller } = useQuery(currentCaller());
  const [removing, setRemoving] = useState<RoleBinding | null>(null);
  const rows = result.data?.roleBindings;
  const { data: redundancy = NO_REDUNDANCY } = useQuery(
    redundancyQuery(rows, aboveListed(group, scope)),
  );
  const { data: stopped = NONE } = useQuery(stoppedQuery(rows));
  const columns = useBindingColumns(group, redundancy.by, stopped);
  const bulk = useBindingBulk(caller?.capabilities);

  const { search } = view;
  // The list under the sheet keeps its filters.
  const newHref = newPath(group, 'access') + (search === '' ? '' : `?${search}`);
  const noNew = missingReason(caller?.capabilities, group, 'role_bindings.create');
  const newBinding = (variant: 'primary' | 'secondary') => (
    <ActionLink href={newHref} icon={UserKey} variant={variant} disabledReason={noNew}>
      New binding
    </ActionLink>
  );
  return (
    <>
      <HeaderAction>
        <ConnectLink group={group} />
        {newBinding('primary')}
      </HeaderAction>
      <OutOfSight
        group={group}
        grants={caller?.capabilities}
        isInherited={scope !== 'in' && scope !== 'below'}
        isComplete={redundancy.isComplete}
      />
      <ResourceTable
        label="Role bindings"
        view={view}
        result={result}
        rows={rows}
        collection={roleBindings.collection}
        columns={columns}
        {...(!isTop && { scopes: SCOPES })}
        idOf={uidOf}
        // The same role may be bound to the same identity here and above.
        nameOf={(row) =>
          row.group.uid === group ? bindingName(row) : `${row.identity.name} as ${grantText(row)}`
        }
        hrefOf={({ uid }) => resourcePath('access', uid, group)}
        onEdit={(uid) => {
          if (!missingReason(caller?.capabilities, uid, 'role_bindings.update')) {
            router.push(editPath('access', uid, group));
          }
        }}
        {...(!noNew && { onNew: () => router.push(newHref) })}
        bulk={bulk}
        menuOf={(row) => (
          <BindingMenu
            binding={row}
            group={group}
            grants={caller?.capabilities}
            onRemove={() => setRemoving(row)}
          />
        )}
        empty={
          ABSENT[scope] ?? (
            <EmptyState
              title={scope === 'effect' ? 'No role binding applies here' : 'No role bindings yet'}
              action={newBinding('secondary')}
              reference={<LearnMore about="access" />}
            >
              A role binding gives an identity a role in this group and all groups below.
            </EmptyState>
          )
        }
      />
      {removing && <RemoveBinding binding={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
