'use client';

import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { BARE_ON_PHONES } from '#components/ui/buttons/button-style.ts';
import { missingReason, TO_CONNECT } from '#lib/client/access/capabilities.ts';
import { connectPath } from '#lib/client/paths.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** Links the form that connects a workflow. */
export function ConnectLink({ group }: { group: string }) {
  const { data: caller } = useQuery(currentCaller());
  return (
    <ActionLink
      href={connectPath(group)}
      icon={Workflow}
      disabledReason={missingReason(caller?.capabilities, group, ...TO_CONNECT)}
      className={BARE_ON_PHONES}
    >
      Connect a workflow
    </ActionLink>
  );
}
