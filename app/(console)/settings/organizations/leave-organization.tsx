'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLastOwner } from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import { OrganizationFacts } from '#app/(console)/settings/organizations/organization-row.tsx';
import { Question } from '#components/frame/question.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { currentCaller, type OwnOrganization } from '#lib/client/session/caller.ts';
import { leaveOrganization, refreshCaller } from '#lib/client/session/organizations.ts';

export interface LeaveOrganizationProps {
  organization: OwnOrganization;
  /** Whether the person is in no other organization. */
  isLast: boolean;
  onClose: () => void;
}

/** Says what leaving ends, and leaves. */
export function LeaveOrganization({ organization, isLast, onClose }: LeaveOrganizationProps) {
  const { name, holdsAccount } = organization;
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const lastOwner = useLastOwner(
    organization.groupUid,
    ({ identity }) => caller?.identities.some(({ uid }) => uid === identity.uid) ?? false,
  );
  const leave = useMutation({
    mutationFn: () => leaveOrganization(organization),
    onSuccess: () => {
      // Nobody is signed in any more.
      if (holdsAccount || isLast) window.location.assign('/sign-in');
      else {
        onClose();
        toast(`You have left ${name}`);
        refreshCaller(client);
      }
    },
  });
  return (
    <Question
      title={`Leave ${name}?`}
      variant="danger"
      confirmLabel={holdsAccount ? 'Leave and delete my account' : 'Leave organization'}
      disabledReason={lastOwner}
      problem="You did not leave"
      action={leave}
      onClose={onClose}
    >
      {lastOwner && <p className="font-medium text-danger">{lastOwner}</p>}
      <OrganizationFacts organization={organization} />
      <p>
        You lose everything that you can do in <bdi>{name}</bdi>. Your identity there is deleted,
        with its roles and keys and the sessions that began there. Only somebody of{' '}
        <bdi>{name}</bdi> can let you in again.
      </p>
      {holdsAccount && (
        <p className="font-medium">
          <bdi>{name}</bdi> holds your account, which is deleted with its password and passkeys.
        </p>
      )}
    </Question>
  );
}
