'use client';

import { useQuery } from '@tanstack/react-query';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import {
  IDENTITY_LABELS,
  IdentityFields,
} from '#app/(console)/groups/[group]/identities/identity-fields.tsx';
import { changeOf, valuesOf } from '#app/(console)/groups/[group]/identities/identity-values.ts';
import { useProposedMatch } from '#components/resource-form/proposed-match.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { identities } from '#lib/client/resources/resources.ts';

/** The editor of an identity, over its page. */
export function EditIdentity({ uid }: { uid: string }) {
  const identity = useQuery(identities.versioned(uid));
  const { page } = useShownIn('identities', uid);
  const proposed = useProposedMatch(uid);
  return (
    <LoadedEditor noun="identity" result={identity} closeHref={page}>
      {(stored) => (
        <EditResource
          client={identities}
          stored={stored}
          noun="identity"
          nameOf={({ name }) => name}
          labels={IDENTITY_LABELS}
          capability="identity.update"
          valuesOf={valuesOf}
          proposed={proposed && valuesOf({ ...stored.body, claimMatch: proposed })}
          changeOf={changeOf}
          closeHref={page}
        >
          {(field) => <IdentityFields field={field} />}
        </EditResource>
      )}
    </LoadedEditor>
  );
}
