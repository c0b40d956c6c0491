'use client';

import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { RoleFacts } from '#app/(console)/groups/[group]/roles/[role]/role-facts.tsx';
import { RoleUses } from '#app/(console)/groups/[group]/roles/[role]/role-uses.tsx';
import { DeleteRole } from '#app/(console)/groups/[group]/roles/delete-role.tsx';
import { builtInReason } from '#app/(console)/groups/[group]/roles/role-words.ts';
import { GrantedTable } from '#components/capability-matrix/granted-table.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { compareRolesPath } from '#lib/client/paths.ts';
import { roles } from '#lib/client/resources/resources.ts';

export interface RolePageProps {
  /** The group whose pages show the role. */
  group: string;
  uid: string;
}

/** One role: its capabilities and its bindings. */
export function RolePage({ group, uid }: RolePageProps) {
  const router = useRouter();
  const result = useQuery(roles.versioned(uid));
  const { data: caller } = useQuery(currentCaller());
  const [isDeleting, setDeleting] = useState(false);
  const role = result.data?.body;
  const isBuiltIn = isBuiltInRole(uid);
  const { list, edit } = useShownIn('roles', uid);
  const noEdit = builtInReason(uid) || missingReason(caller?.capabilities, uid, 'roles.update');
  const noDelete = builtInReason(uid) || missingReason(caller?.capabilities, uid, 'roles.delete');
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !role) {
    return <QueryProblem title="This role could not be loaded" query={result} />;
  }
  return (
    <article aria-label={role?.name ?? 'Role'} className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <ResourceHead
          tab="roles"
          uid={uid}
          name={role?.name}
          badge={isBuiltIn && <Badge>Built-in</Badge>}
        >
          <ButtonLink href={compareRolesPath(group, uid)} icon={GitCompareArrows}>
            Compare
          </ButtonLink>
          <ActionLink href={edit} icon={Pencil} disabledReason={noEdit}>
            Edit
          </ActionLink>
          <Button icon={Trash2} disabledReason={noDelete} onPress={() => setDeleting(true)}>
            Delete
          </Button>
        </ResourceHead>
        <RoleFacts role={role} isBuiltIn={isBuiltIn} />
      </div>
      <section aria-labelledby="role-capabilities" className="flex flex-col gap-2">
        <h2 id="role-capabilities" className="text-base font-semibold">
          What it grants
        </h2>
        {role ? (
          <GrantedTable label={`Capabilities of ${role.name}`} capabilities={role.capabilities} />
        ) : (
          <Skeleton className="h-96 w-full max-w-180" />
        )}
      </section>
      <RoleUses uid={uid} />
      <RecordDetails uid={uid} resource={role} path={roles.pathOf(uid)} />
      <DeleteRole
        resource={isDeleting && role ? role : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => router.replace(list)}
      />
    </article>
  );
}
