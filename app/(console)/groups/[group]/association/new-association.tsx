'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ASSOCIATION_LABELS,
  AssociationFields,
} from '#app/(console)/groups/[group]/association/association-fields.tsx';
import {
  changeOf,
  NEW_ASSOCIATION,
} from '#app/(console)/groups/[group]/association/association-values.ts';
import { useAssociation } from '#app/(console)/groups/[group]/association/use-association.ts';
import { named } from '#components/ui/text/named.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { accountAssociations } from '#lib/client/resources/resources.ts';

const NOTHING = { values: NEW_ASSOCIATION, etag: null };

/** Creates the account association of a group. */
export function NewAssociation({ group }: { group: string }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const { association } = useAssociation(group);
  const page = groupPath(group, 'association');
  return (
    <ResourceForm
      title={holder ? `Associate accounts with ${holder.name}` : 'Associate accounts'}
      noun="account association"
      isNew
      read={NOTHING}
      labels={ASSOCIATION_LABELS}
      submitLabel="Create association"
      disabledReason={
        missingReason(caller?.capabilities, group, 'account_associations.create') ||
        (Boolean(association) && 'This group already has an association. Edit that one.')
      }
      apiPath={accountAssociations.pathOf(group)}
      sent={changeOf}
      save={async (change) => accountAssociations.create(group, changeOf(change).body)}
      onSaved={({ name }) => {
        accountAssociations.refresh(client);
        toast(named`Account association ${name} created`);
        return page;
      }}
      closeHref={page}
    >
      {(field) => <AssociationFields field={field} />}
    </ResourceForm>
  );
}
