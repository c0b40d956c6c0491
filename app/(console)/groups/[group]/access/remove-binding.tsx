'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  bindingName,
  capabilitiesText,
} from '#app/(console)/groups/[group]/access/binding-words.ts';
import { GrantNames } from '#app/(console)/groups/[group]/access/grant-names.tsx';
import { LostCapabilities } from '#app/(console)/groups/[group]/access/lost-capabilities.tsx';
import { isOwning, useLastOwner } from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { phaseOf } from '#lib/client/access/binding-times.ts';
import { holdingsQuery } from '#lib/client/access/access.ts';
import { grantsQuery, refreshAccess, splitGiven } from '#lib/client/access/bindings.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources/resources.ts';

export interface RemoveBindingProps {
  binding: RoleBinding | null;
  onClose: () => void;
  onDeleted?: () => void;
  /** The effect of the removal on the current question of Explain access. */
  children?: ReactNode;
}

/** Says which access the identity loses, removes the binding, and shows why a removal failed. */
export function RemoveBinding({ binding, onDeleted, children, ...props }: RemoveBindingProps) {
  const client = useQueryClient();
  const owning = binding && isOwning(binding) ? binding.uid : null;
  const lastOwner = useLastOwner(owning, ({ uid }) => uid === owning);
  return (
    <DeleteResource
      {...props}
      disabledReason={lastOwner}
      resource={binding && { uid: binding.uid, name: bindingName(binding) }}
      noun="binding"
      verb="Remove"
      done="removed"
      of={roleBindings}
      undone={binding !== null && `${bindingName(binding)}: granted again on ${binding.group.name}`}
      onDeleted={() => onDeleted?.()}
      onChanged={() => refreshAccess(client)}
    >
      {lastOwner && <p className="font-medium text-danger">{lastOwner}</p>}
      {binding && phaseOf(binding) === 'ended' && <p>It has ended, so nobody loses anything.</p>}
      {binding && phaseOf(binding) !== 'ended' && <Impact binding={binding} />}
      {children && <p>{children}</p>}
    </DeleteResource>
  );
}

function Impact({ binding }: { binding: RoleBinding }) {
  const { uid, identity, group, role } = binding;
  const { data: caller } = useQuery(currentCaller());
  const holdings = useQuery(holdingsQuery({ identityUid: identity.uid, groupUid: group.uid }));
  const grants = useQuery(grantsQuery([role.uid]));
  const isOwn = caller?.identities.some((own) => own.uid === identity.uid) ?? false;
  const capabilities = grants.data?.get(role.uid);
  const split = holdings.data && capabilities && splitGiven(capabilities, holdings.data, uid);
  const others = holdings.data?.roleBindings.filter((other) => other.uid !== uid) ?? [];
  return (
    <>
      {isOwn && (
        <p className="font-medium text-danger">
          This is you. You immediately lose the access that only it gives you.
        </p>
      )}
      {(holdings.isPending || grants.isPending) && <Skeleton className="h-15 w-full" />}
      {!split && !holdings.isPending && !grants.isPending && (
        <p>
          <bdi>{identity.name}</bdi> immediately loses the capabilities that only{' '}
          <bdi>{role.name}</bdi> grants in <bdi>{group.name}</bdi> and below.
        </p>
      )}
      {split && split.alone.length === 0 && (
        <p>
          <bdi>{identity.name}</bdi> loses nothing:{' '}
          <span>{others.length > 0 ? <GrantNames bindings={others} /> : 'another binding'}</span>{' '}
          also grants all of it.
        </p>
      )}
      {split && split.alone.length > 0 && (
        <>
          <LostCapabilities binding={binding} capabilities={split.alone} />
          {split.shared.length > 0 && (
            <p className="text-ink-2">
              {`Other bindings still grant ${capabilitiesText(split.shared.length)}.`}
            </p>
          )}
        </>
      )}
    </>
  );
}
