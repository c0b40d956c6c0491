'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { ROLE_LABELS, RoleFields } from '#app/(console)/groups/[group]/roles/role-fields.tsx';
import { type RoleValues, valuesOf } from '#app/(console)/groups/[group]/roles/role-values.ts';
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
import { parentUid, resourcePath } from '#lib/client/paths.ts';
import { roles, type Role } from '#lib/client/resources.ts';

const readOf = ({ body, etag }: Answer<Role>): Read<RoleValues> => ({
  values: valuesOf(body),
  etag,
});

/** The editor of a role over its page. */
export function EditRole({ uid }: { uid: string }) {
  const router = useRouter();
  const role = useQuery(roles.versioned(uid));
  if (role.data) return <Editor uid={uid} role={role.data} />;
  return (
    <Sheet title="Edit role" onClose={() => router.replace(resourcePath('roles', uid))}>
      {role.isError ? (
        <ErrorPanel
          title="This role could not be loaded"
          {...problemOf(role.error)}
          onRetry={() => void role.refetch()}
          isRetrying={role.isFetching}
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

function Editor({ uid, role }: { uid: string; role: Answer<Role> }) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = roles.versioned(uid);
  const read = useMemo(() => readOf(role), [role]);
  const page = resourcePath('roles', uid);
  return (
    <ResourceForm
      title={`Edit ${role.body.name}`}
      noun="role"
      read={read}
      labels={ROLE_LABELS}
      submitLabel="Save changes"
      disabledReason={missingReason(caller?.capabilities, uid, 'roles.update')}
      save={(change) => roles.update(uid, change)}
      onSaved={(saved) => {
        client.setQueryData(query.queryKey, saved);
        roles.refresh(client);
        toast(`Role ${saved.body.name} saved`);
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      apiPath={roles.pathOf(uid)}
      closeHref={page}
    >
      {(field) => <RoleFields field={field} group={parentUid(uid) ?? ''} />}
    </ResourceForm>
  );
}
