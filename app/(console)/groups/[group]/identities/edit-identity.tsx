'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
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
import { currentCaller } from '#components/frame/data.ts';
import { problemOf } from '#components/frame/problem.ts';
import { ResourceForm } from '#components/resource-form.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { ErrorPanel } from '#components/ui/error-panel.tsx';
import { Sheet } from '#components/ui/sheet.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { Answer } from '#lib/client/api.ts';
import { missingReason } from '#lib/client/capabilities.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { identities, type Identity } from '#lib/client/resources.ts';

const readOf = ({ body, etag }: Answer<Identity>): Read<IdentityValues> => ({
  values: valuesOf(body),
  etag,
});

/** The editor of an identity over its page. */
export function EditIdentity({ uid }: { uid: string }) {
  const router = useRouter();
  const identity = useQuery(identities.versioned(uid));
  if (identity.data) return <Editor uid={uid} identity={identity.data} />;
  return (
    <Sheet title="Edit identity" onClose={() => router.replace(resourcePath('identities', uid))}>
      {identity.isError ? (
        <ErrorPanel
          title="This identity could not be loaded"
          {...problemOf(identity.error)}
          onRetry={() => void identity.refetch()}
          isRetrying={identity.isFetching}
        />
      ) : (
        <div role="status" className="flex flex-col gap-5">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-13 w-full" />
        </div>
      )}
    </Sheet>
  );
}

function Editor({ uid, identity }: { uid: string; identity: Answer<Identity> }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = identities.versioned(uid);
  const read = useMemo(() => readOf(identity), [identity]);
  const page = resourcePath('identities', uid);
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
      save={(change) => identities.update(uid, changeOf(change as Parameters<typeof changeOf>[0]))}
      onSaved={(saved) => {
        client.setQueryData(query.queryKey, saved);
        identities.refresh(client);
        toast(`Identity ${saved.body.name} saved`);
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => <IdentityFields field={field} />}
    </ResourceForm>
  );
}
