'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, SearchCheck, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/action-link.tsx';
import { BindingFacts } from '#app/(console)/groups/[group]/access/[binding]/binding-facts.tsx';
import { BindingGives } from '#app/(console)/groups/[group]/access/[binding]/binding-gives.tsx';
import { bindingName, grantText } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { RedundantNote } from '#app/(console)/groups/[group]/access/redundant-note.tsx';
import { RemoveBinding } from '#app/(console)/groups/[group]/access/remove-binding.tsx';
import { useRedundancy } from '#app/(console)/groups/[group]/access/use-redundancy.ts';
import { currentCaller } from '#components/frame/data.ts';
import { problemOf } from '#components/frame/problem.ts';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { ResourceJson } from '#components/resource-json.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorPanel } from '#components/ui/error-panel.tsx';
import { ButtonLink, Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { missingReason } from '#lib/client/capabilities.ts';
import { editPath, explainPath, groupPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { roleBindings } from '#lib/client/resources.ts';

/** One role binding: who has what through it, and whether anything hangs on it. */
export function BindingPage({ uid }: { uid: string }) {
  const router = useRouter();
  const result = useQuery(roleBindings.versioned(uid));
  const { data: caller } = useQuery(currentCaller());
  const [isRemoving, setRemoving] = useState(false);
  const binding = result.data?.body;
  const shown = useMemo(() => (binding ? [binding] : []), [binding]);
  const by = useRedundancy(shown, { 'uidp.ancestors_of': uid }).by.get(uid);
  const holder = parentUid(uid) ?? '';
  const list = groupPath(holder, 'access');
  const edit = editPath('access', uid);
  const noEdit = missingReason(caller?.capabilities, uid, 'role_bindings.update');
  const noRemove = missingReason(caller?.capabilities, uid, 'role_bindings.delete');
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !binding) {
    return (
      <ErrorPanel
        title="This binding could not be loaded"
        {...problemOf(result.error)}
        onRetry={() => void result.refetch()}
        isRetrying={result.isFetching}
      />
    );
  }
  return (
    <article
      aria-label={binding ? bindingName(binding) : 'Role binding'}
      className="flex flex-col gap-8"
    >
      <div className="flex flex-col gap-3">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <Link href={list}>Access</Link>
            <h2 className="min-w-0 text-lg font-semibold break-words">
              {binding ? bindingName(binding) : <Skeleton className="h-5 w-40" />}
            </h2>
          </div>
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              href={explainPath({ identity: binding?.identity.uid, group: holder })}
              icon={SearchCheck}
            >
              Explain access
            </ButtonLink>
            <ActionLink href={edit} icon={Pencil} disabledReason={noEdit}>
              Edit
            </ActionLink>
            <Button icon={Trash2} disabledReason={noRemove} onPress={() => setRemoving(true)}>
              Remove
            </Button>
          </div>
        </header>
        {by && (
          <RedundantNote>
            This binding is redundant:{' '}
            <Link href={resourcePath('access', by.uid)}>{grantText(by)}</Link> gives all of it
            already.
          </RedundantNote>
        )}
        <BindingFacts uid={uid} binding={binding} />
      </div>
      <BindingGives binding={binding} />
      <ResourceJson resource={binding} path={roleBindings.pathOf(uid)} />
      <RemoveBinding
        binding={isRemoving && binding ? binding : null}
        onClose={() => setRemoving(false)}
        onDeleted={() => router.replace(list)}
      />
    </article>
  );
}
