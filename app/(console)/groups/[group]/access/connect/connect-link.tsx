'use client';

import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { missingReason, TO_CONNECT } from '#lib/client/access/capabilities.ts';
import { connectPath } from '#lib/client/paths.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** Links the form that connects a workflow. On a phone it has no text, for lack of room beside the group's name. */
export function ConnectLink({ group }: { group: string }) {
  const { data: caller } = useQuery(currentCaller());
  return (
    <ActionLink
      href={connectPath(group)}
      icon={Workflow}
      disabledReason={missingReason(caller?.capabilities, group, ...TO_CONNECT)}
      className="max-sm:px-2 max-sm:[&>span]:sr-only max-sm:[&>span]:block"
    >
      Connect a workflow
    </ActionLink>
  );
}
