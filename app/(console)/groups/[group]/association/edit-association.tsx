'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import {
  ASSOCIATION_LABELS,
  AssociationFields,
} from '#app/(console)/groups/[group]/association/association-fields.tsx';
import {
  changeOf,
  valuesOf,
} from '#app/(console)/groups/[group]/association/association-values.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { Sheet } from '#components/ui/overlays/sheet.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { accountAssociations } from '#lib/client/resources/resources.ts';

/** The editor of a group's account association, over its page. */
export function EditAssociation({ group }: { group: string }) {
  const router = useRouter();
  const own = useQuery(accountAssociations.versionedOwn(group));
  const page = groupPath(group, 'association');
  return (
    <LoadedEditor noun="account association" result={own} closeHref={page}>
      {(stored) =>
        stored ? (
          <EditResource
            client={accountAssociations}
            stored={stored}
            noun="account association"
            nameOf={({ name }) => name}
            labels={ASSOCIATION_LABELS}
            capability="account_associations.update"
            valuesOf={valuesOf}
            changeOf={changeOf}
            closeHref={page}
          >
            {(field) => <AssociationFields field={field} />}
          </EditResource>
        ) : (
          <Sheet title="Edit account association" onClose={() => router.replace(page)}>
            <p className="text-ink-2">This group has no account association to edit.</p>
          </Sheet>
        )
      }
    </LoadedEditor>
  );
}
