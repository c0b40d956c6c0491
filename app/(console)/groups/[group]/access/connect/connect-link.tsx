'use client';

import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { connectPath } from '#lib/client/paths.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** Leads to the form that lets a workflow in. A phone has no room for its text beside the group's name. */
export function ConnectLink({ group }: { group: string }) {
  const { data: caller } = useQuery(currentCaller());
  const missing = (capability: 'identity.create' | 'role_bindings.create') =>
    missingReason(caller?.capabilities, group, capability);
  return (
    <ActionLink
      href={connectPath(group)}
      icon={Workflow}
      disabledReason={missing('identity.create') || missing('role_bindings.create')}
      className="max-sm:px-2 max-sm:[&>span]:sr-only max-sm:[&>span]:block"
    >
      Connect a workflow
    </ActionLink>
  );
}
