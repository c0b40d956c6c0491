'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import {
  ASSOCIATION_LABELS,
  AssociationFields,
} from '#app/(console)/groups/[group]/association/association-fields.tsx';
import {
  type AssociationValues,
  changeOf,
  valuesOf,
} from '#app/(console)/groups/[group]/association/association-values.ts';
import { useAssociation } from '#app/(console)/groups/[group]/association/use-association.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import type { Received } from '#lib/client/api.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath } from '#lib/client/paths.ts';
import { type AccountAssociation, accountAssociations } from '#lib/client/resources/resources.ts';

const readOf = ({ body, etag }: Received<AccountAssociation>): Read<AssociationValues> => ({
  values: valuesOf(body),
  etag,
});

/** The editor of a group's account association over its page. */
export function EditAssociation({ group }: { group: string }) {
  const router = useRouter();
  const own = useAssociation(group);
  const uid = own.association?.uid ?? '';
  const versioned = useQuery({ ...accountAssociations.versioned(uid), enabled: uid !== '' });
  const page = groupPath(group, 'association');
  if (versioned.data) return <Editor uid={uid} read={versioned.data} page={page} />;
  const failed = own.isError ? own : versioned;
  return (
    <Sheet title="Edit account association" onClose={() => router.replace(page)}>
      {own.association === null && (
        <p className="text-ink-2">This group has no account association that could be edited.</p>
      )}
      {failed.isError && (
        <QueryProblem title="The account association could not be loaded" query={failed} />
      )}
      {own.association !== null && !failed.isError && (
        <div role="status" className="flex flex-col gap-5">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Sheet>
  );
}

interface EditorProps {
  uid: string;
  read: Received<AccountAssociation>;
  page: string;
}

function Editor({ uid, read: answer, page }: EditorProps) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = accountAssociations.versioned(uid);
  const read = useMemo(() => readOf(answer), [answer]);
  return (
    <ResourceForm
      title={`Edit ${answer.body.name}`}
      noun="account association"
      read={read}
      labels={ASSOCIATION_LABELS}
      submitLabel="Save changes"
      disabledReason={missingReason(caller?.capabilities, uid, 'account_associations.update')}
      apiPath={accountAssociations.pathOf(uid)}
      sent={changeOf}
      save={async (change) => accountAssociations.update(uid, changeOf(change))}
      onSaved={(saved) => {
        client.setQueryData(query.queryKey, saved);
        accountAssociations.refresh(client);
        toast(`Account association ${saved.body.name} saved`);
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => <AssociationFields field={field} />}
    </ResourceForm>
  );
}
