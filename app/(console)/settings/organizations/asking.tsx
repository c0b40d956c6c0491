'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  OrganizationFacts,
  OrganizationRow,
} from '#app/(console)/settings/organizations/organization-row.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { Question } from '#components/frame/question.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import type { OwnOrganization } from '#lib/client/session/caller.ts';
import {
  joinOrganization,
  leaveOrganization,
  refreshCaller,
} from '#lib/client/session/organizations.ts';

/** An organization that asks, and the two answers. */
export function Asking({ organization }: { organization: OwnOrganization }) {
  const { name } = organization;
  const client = useQueryClient();
  const [isRefusing, setRefusing] = useState(false);
  const join = useMutation({
    mutationFn: () => joinOrganization(organization),
    onSuccess: () => toast(`You are in ${name} now`),
    onSettled: () => refreshCaller(client),
  });
  const refuse = useMutation({
    mutationFn: () => leaveOrganization(organization),
    onSuccess: () => {
      setRefusing(false);
      toast(`You have refused to join ${name}`);
    },
    onSettled: () => refreshCaller(client),
  });
  return (
    <>
      <OrganizationRow organization={organization}>
        <Button
          size="sm"
          variant="primary"
          isPending={join.isPending}
          onPress={() => join.mutate()}
        >
          Join<span className="sr-only"> {name}</span>
        </Button>
        <Button size="sm" onPress={() => setRefusing(true)}>
          Refuse…<span className="sr-only"> {name}</span>
        </Button>
      </OrganizationRow>
      {join.error && <ErrorPanel title="You did not join" {...problemOf(join.error)} />}
      {isRefusing && (
        <Question
          title={`Refuse to join ${name}?`}
          confirmLabel="Refuse"
          problem="The request was not refused"
          action={refuse}
          onClose={() => setRefusing(false)}
        >
          <OrganizationFacts organization={organization} />
          <p>
            The identity with which <bdi>{name}</bdi> names you is deleted. It learns that you have
            refused, and can ask again.
          </p>
        </Question>
      )}
    </>
  );
}
