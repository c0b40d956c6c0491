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
import { named } from '#components/ui/text/named.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import type { Received } from '#lib/client/api.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath } from '#lib/client/paths.ts';
import { type AccountAssociation, accountAssociations } from '#lib/client/resources/resources.ts';

const readOf = ({ body, etag }: Received<AccountAssociation>): Read<AssociationValues> => ({
  values: valuesOf(body),
  etag,
});

/** The editor of a group's account association, over its page. */
export function EditAssociation({ group }: { group: string }) {
  const router = useRouter();
  const own = useQuery(accountAssociations.versionedOwn(group));
  const page = groupPath(group, 'association');
  return (
    <LoadedEditor noun="account association" result={own} closeHref={page}>
      {(answer) =>
        answer ? (
          <Editor uid={answer.body.uid} read={answer} page={page} />
        ) : (
          <Sheet title="Edit account association" onClose={() => router.replace(page)}>
            <p className="text-ink-2">This group has no account association to edit.</p>
          </Sheet>
        )
      }
    </LoadedEditor>
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
  const update = async (change: Parameters<typeof changeOf>[0]) =>
    accountAssociations.update(uid, changeOf(change));
  const show = (saved: Received<AccountAssociation>) => {
    client.setQueryData(query.queryKey, saved);
    accountAssociations.refresh(client);
  };
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
      save={update}
      onSaved={(saved, back) => {
        show(saved);
        toastWithUndo({
          title: named`Account association ${saved.body.name} saved`,
          undo: async () => show(await update({ ...back, etag: saved.etag })),
        });
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => <AssociationFields field={field} />}
    </ResourceForm>
  );
}
