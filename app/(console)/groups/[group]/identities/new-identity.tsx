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
import { toast } from '#components/ui/feedback/toast.tsx';
import { named } from '#components/ui/text/named.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { identities } from '#lib/client/resources/resources.ts';

/** Creates an identity in a group and opens it. */
export const NewIdentity = ({ group }: { group: string }) => (
  <NewResource
    client={identities}
    group={group}
    tab="identities"
    noun="identity"
    labels={IDENTITY_LABELS}
    capability="identity.create"
    newValues={NEW_IDENTITY}
    bodyOf={creationOf}
    onCreated={({ uid, name }) => {
      toast(named`Identity ${name} created`);
      return resourcePath('identities', uid);
    }}
  >
    {(field) => <IdentityFields field={field} />}
  </NewResource>
);
