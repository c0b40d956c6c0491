'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import {
  IDENTITY_LABELS,
  IdentityFields,
} from '#app/(console)/groups/[group]/identities/identity-fields.tsx';
import {
  creationOf,
  NEW_IDENTITY,
} from '#app/(console)/groups/[group]/identities/identity-values.ts';
import { named } from '#components/ui/text/named.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, resourcePath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { identities } from '#lib/client/resources/resources.ts';

const NOTHING = { values: NEW_IDENTITY, etag: null };

/** Creates an identity in a group and opens it. */
export function NewIdentity({ group }: { group: string }) {
  const client = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const list = groupPath(group, 'identities');
  return (
    <ResourceForm
      title={holder ? `New identity in ${holder.name}` : 'New identity'}
      noun="identity"
      isNew
      read={NOTHING}
      labels={IDENTITY_LABELS}
      submitLabel="Create identity"
      disabledReason={missingReason(caller?.capabilities, group, 'identity.create')}
      apiPath={identities.pathOf(group)}
      sent={({ body }) => ({ body: creationOf(body), updateMask: [] })}
      save={async ({ body }) => identities.create(group, creationOf(body))}
      onSaved={({ uid, name }) => {
        identities.refresh(client);
        toast(named`Identity ${name} created`);
        return resourcePath('identities', uid);
      }}
      closeHref={search === '' ? list : `${list}?${search}`}
    >
      {(field) => <IdentityFields field={field} />}
    </ResourceForm>
  );
}
