'use client';

import { useQuery } from '@tanstack/react-query';
import { LostCapabilities } from '#app/(console)/groups/[group]/access/lost-capabilities.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { holdingsQuery } from '#lib/client/access/access.ts';
import { grantsQuery, splitGiven } from '#lib/client/access/bindings.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export interface ChangeLosesProps {
  /** The binding before the change. */
  binding: RoleBinding;
  /** The identity and the role after the change. */
  identity: string;
  role: string;
}

/** The capabilities that the identity loses by the change; renders nothing if it loses none. */
export function ChangeLoses({ binding, identity, role }: ChangeLosesProps) {
  const { data: caller } = useQuery(currentCaller());
  const before = binding.identity;
  const holdings = useQuery(
    holdingsQuery({ identityUid: before.uid, groupUid: binding.group.uid }),
  );
  const grants = useQuery(grantsQuery([binding.role.uid, role]));
  const had = grants.data?.get(binding.role.uid);
  if (!had || !holdings.data) return null;
  const kept = identity === before.uid ? (grants.data?.get(role) ?? []) : [];
  const lost = splitGiven(had, holdings.data, binding.uid).alone.filter(
    (capability) => !kept.includes(capability),
  );
  if (lost.length === 0) return null;
  const isOwn = caller?.identities.some((own) => own.uid === before.uid) ?? false;
  return (
    <div role="note" className="flex flex-col gap-1 border-t border-line pt-4">
      {isOwn && <p className="font-medium text-danger">This is you.</p>}
      <LostCapabilities binding={binding} capabilities={lost} />
    </div>
  );
}
