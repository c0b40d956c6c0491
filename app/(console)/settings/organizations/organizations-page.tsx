'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Asking } from '#app/(console)/settings/organizations/asking.tsx';
import { LeaveOrganization } from '#app/(console)/settings/organizations/leave-organization.tsx';
import { OrganizationRow } from '#app/(console)/settings/organizations/organization-row.tsx';
import { Section } from '#app/(console)/settings/section.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { type Caller, currentCaller, type OwnOrganization } from '#lib/client/session/caller.ts';
import { askingOf, joinedOf } from '#lib/client/session/organizations.ts';

/** The organizations of the person, and those that ask them to join. */
export function OrganizationsPage() {
  const result = useQuery(currentCaller());
  if (result.isError && !result.data) {
    return <QueryProblem title="Your organizations could not be loaded" query={result} />;
  }
  const asking = askingOf(result.data);
  return (
    <>
      {asking.length > 0 && (
        <Section
          title="Organizations that ask you to join"
          about="They have named your account. Until you join, they can give you nothing and see nothing of you. Join only if you know who asks. Anybody can choose a name; a verified domain takes a record in DNS."
        >
          <ul aria-label="Organizations that ask you to join">
            {asking.map((one) => (
              <Asking key={one.groupUid} organization={one} />
            ))}
          </ul>
        </Section>
      )}
      <Section
        title="Your organizations"
        about="You are in an organization that you have joined, founded or signed in to."
      >
        <Joined caller={result.data} />
      </Section>
    </>
  );
}

/** Why the person cannot leave the organization; null if they can try. */
function whyNot({ identityUid, holdsAccount }: OwnOrganization, joined: number): string | null {
  if (identityUid === undefined) {
    return 'Only a pattern matches you there; an administrator can change it';
  }
  return holdsAccount && joined > 1
    ? 'It holds your account, with which you sign in to the others; leave those first'
    : null;
}

function Joined({ caller }: { caller: Caller | undefined }) {
  const [leaving, setLeaving] = useState<OwnOrganization | null>(null);
  if (!caller) return <Skeleton className="h-15 w-full" />;
  const joined = joinedOf(caller);
  if (joined.length === 0) return <p className="text-ink-2">You are in no organization.</p>;
  return (
    <>
      <ul aria-label="Your organizations">
        {joined.map((one) => (
          <OrganizationRow key={one.groupUid} organization={one}>
            <Button
              size="sm"
              disabledReason={whyNot(one, joined.length)}
              onPress={() => setLeaving(one)}
            >
              Leave…<span className="sr-only"> {one.name}</span>
            </Button>
          </OrganizationRow>
        ))}
      </ul>
      {leaving && (
        <LeaveOrganization
          organization={leaving}
          isLast={joined.length === 1}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
