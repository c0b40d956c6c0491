'use client';

import { NewResource } from '#app/(console)/groups/[group]/_shared/new-resource.tsx';
import {
  IDENTITY_LABELS,
  IdentityFields,
} from '#app/(console)/groups/[group]/identities/identity-fields.tsx';
import {
  creationOf,
  NEW_IDENTITY,
} from '#app/(console)/groups/[group]/identities/identity-values.ts';
import { useProposedMatch } from '#components/resource-form/proposed-match.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import { named } from '#components/ui/text/named.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { identities } from '#lib/client/resources/resources.ts';

/** Creates an identity in a group and opens it. */
export function NewIdentity({ group }: { group: string }) {
  const proposed = useProposedMatch(group);
  return (
    <NewResource
      client={identities}
      group={group}
      tab="identities"
      noun="identity"
      labels={IDENTITY_LABELS}
      capability="identity.create"
      newValues={NEW_IDENTITY}
      proposed={
        proposed && {
          ...NEW_IDENTITY,
          claimMatch: { ...NEW_IDENTITY.claimMatch, ...proposed },
        }
      }
      bodyOf={creationOf}
      onCreated={({ uid, name }) => {
        toast(named`Identity ${name} created`);
        return resourcePath('identities', uid);
      }}
    >
      {(field) => <IdentityFields field={field} />}
    </NewResource>
  );
}
