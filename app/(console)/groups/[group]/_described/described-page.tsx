'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { PageDescription } from '#app/(console)/groups/[group]/_described/description.ts';
import { useMissing } from '#app/(console)/groups/[group]/_described/use-missing.ts';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { CONSOLE_ROUTES } from '#lib/client/console-routes.ts';
import { capitalized, entryOf, type ResourceType } from '#lib/resources/catalog.ts';

interface Props<Type extends ResourceType> {
  description: PageDescription<Type>;
  uid: string;
}

/** One resource: all its facts and actions. */
export function DescribedPage<Type extends ResourceType>({ description, uid }: Props<Type>) {
  const { type, client, nameOf, Facts, Delete, children } = description;
  const router = useRouter();
  const result = useQuery(client.versioned(uid));
  const missing = useMissing(type);
  const [isDeleting, setDeleting] = useState(false);
  const row = result.data?.body;
  const noun = entryOf(type).words[0];
  const { tab } = CONSOLE_ROUTES[type];
  const { list, edit } = useShownIn(tab, uid);
  const noEdit = missing(uid, 'update');
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !row) {
    return <QueryProblem title={`This ${noun} could not be loaded`} query={result} />;
  }
  const name = row && nameOf(row);
  return (
    <article aria-label={name ?? capitalized(noun)} className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <ResourceHead tab={tab} uid={uid} name={name}>
          <ActionLink href={edit} icon={Pencil} disabledReason={noEdit}>
            Edit
          </ActionLink>
          <Button
            icon={Trash2}
            disabledReason={missing(uid, 'delete')}
            onPress={() => setDeleting(true)}
          >
            Delete
          </Button>
        </ResourceHead>
        {children?.(row)}
        <Facts row={row} />
      </div>
      <RecordDetails uid={uid} resource={row} path={client.pathOf(uid)} />
      <Delete
        resource={isDeleting && row ? row : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => router.replace(list)}
      />
    </article>
  );
}
