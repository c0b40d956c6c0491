'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import {
  BINDING_LABELS,
  BindingFields,
  type BindingValues,
} from '#app/(console)/groups/[group]/access/binding-fields.tsx';
import { bindingName } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { currentCaller } from '#components/frame/data.ts';
import { problemOf } from '#components/frame/problem.ts';
import { ResourceForm } from '#components/resource-form.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { ErrorPanel } from '#components/ui/error-panel.tsx';
import { Sheet } from '#components/ui/sheet.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { Answer } from '#lib/client/api.ts';
import { refreshAccess } from '#lib/client/bindings.ts';
import { missingReason } from '#lib/client/capabilities.ts';
import { resourcePath } from '#lib/client/paths.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources.ts';

const readOf = ({ body, etag }: Answer<RoleBinding>): Read<BindingValues> => ({
  values: { identityUid: body.identity.uid, roleUid: body.role.uid },
  etag,
});

/** The editor of a role binding over its page. */
export function EditBinding({ uid }: { uid: string }) {
  const router = useRouter();
  const binding = useQuery(roleBindings.versioned(uid));
  if (binding.data) return <Editor uid={uid} binding={binding.data} />;
  return (
    <Sheet title="Edit binding" onClose={() => router.replace(resourcePath('access', uid))}>
      {binding.isError ? (
        <ErrorPanel
          title="This binding could not be loaded"
          {...problemOf(binding.error)}
          onRetry={() => void binding.refetch()}
          isRetrying={binding.isFetching}
        />
      ) : (
        <div role="status" className="flex flex-col gap-5">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-18 w-full" />
          <Skeleton className="h-18 w-full" />
        </div>
      )}
    </Sheet>
  );
}

function Editor({ uid, binding }: { uid: string; binding: Answer<RoleBinding> }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = roleBindings.versioned(uid);
  const read = useMemo(() => readOf(binding), [binding]);
  const page = resourcePath('access', uid);
  return (
    <ResourceForm
      title={`Edit ${bindingName(binding.body)}`}
      noun="binding"
      read={read}
      labels={BINDING_LABELS}
      submitLabel="Save changes"
      disabledReason={missingReason(caller?.capabilities, uid, 'role_bindings.update')}
      apiPath={roleBindings.pathOf(uid)}
      save={(change) => roleBindings.update(uid, change)}
      onSaved={(saved) => {
        client.setQueryData(query.queryKey, saved);
        refreshAccess(client);
        toast(`Binding saved: ${bindingName(saved.body)}`);
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => <BindingFields field={field} group={binding.body.group} binding={binding.body} />}
    </ResourceForm>
  );
}
