'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  IDENTITY_LABELS,
  IdentityFields,
} from '#app/(console)/groups/[group]/identities/identity-fields.tsx';
import {
  changeOf,
  type IdentityValues,
  valuesOf,
} from '#app/(console)/groups/[group]/identities/identity-values.ts';
import { named } from '#components/ui/text/named.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import type { Received } from '#lib/client/api.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { identities, type Identity } from '#lib/client/resources/resources.ts';

const readOf = ({ body, etag }: Received<Identity>): Read<IdentityValues> => ({
  values: valuesOf(body),
  etag,
});

/** The editor of an identity, over its page. */
export function EditIdentity({ uid }: { uid: string }) {
  const identity = useQuery(identities.versioned(uid));
  const { page } = useShownIn('identities', uid);
  return (
    <LoadedEditor noun="identity" result={identity} closeHref={page}>
      {(answer) => <Editor uid={uid} identity={answer} />}
    </LoadedEditor>
  );
}

function Editor({ uid, identity }: { uid: string; identity: Received<Identity> }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = identities.versioned(uid);
  const read = useMemo(() => readOf(identity), [identity]);
  const { page } = useShownIn('identities', uid);
  const update = (change: object) =>
    identities.update(uid, changeOf(change as Parameters<typeof changeOf>[0]));
  const show = (saved: Received<Identity>) => {
    client.setQueryData(query.queryKey, saved);
    identities.refresh(client);
  };
  return (
    <ResourceForm
      title={`Edit ${identity.body.name}`}
      noun="identity"
      read={read}
      labels={IDENTITY_LABELS}
      submitLabel="Save changes"
      disabledReason={missingReason(caller?.capabilities, uid, 'identity.update')}
      apiPath={identities.pathOf(uid)}
      sent={(change) => changeOf(change as Parameters<typeof changeOf>[0])}
      save={update}
      onSaved={(saved, back) => {
        show(saved);
        toastWithUndo({
          title: named`Identity ${saved.body.name} saved`,
          undo: async () => show(await update({ ...back, etag: saved.etag })),
        });
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => <IdentityFields field={field} />}
    </ResourceForm>
  );
}
