'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, SearchCheck, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { ConfirmBinding } from '#app/(console)/groups/[group]/access/[binding]/confirm-binding.tsx';
import { BindingFacts } from '#app/(console)/groups/[group]/access/[binding]/binding-facts.tsx';
import { BindingGives } from '#app/(console)/groups/[group]/access/[binding]/binding-gives.tsx';
import {
  bindingName,
  byRuleReason,
  grantText,
  noRemoveReason,
} from '#app/(console)/groups/[group]/access/binding-words.ts';
import { RedundantNote } from '#app/(console)/groups/[group]/access/redundant-note.tsx';
import { RemoveBinding } from '#app/(console)/groups/[group]/access/remove-binding.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { ButtonLink, Link } from '#components/ui/buttons/link.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { redundancyQuery } from '#lib/client/access/redundancy-query.ts';
import { explainPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { roleBindings } from '#lib/client/resources/resources.ts';

/** One role binding: its identity and capabilities, and the effect of removing it. */
export function BindingPage({ uid }: { uid: string }) {
  const router = useRouter();
  const result = useQuery(roleBindings.versioned(uid));
  const { data: caller } = useQuery(currentCaller());
  const [isRemoving, setRemoving] = useState(false);
  const binding = result.data?.body;
  const redundancy = useQuery(
    redundancyQuery(binding ? [binding] : [], { 'uidp.ancestors_of': uid }),
  );
  const by = redundancy.data?.by.get(uid);
  const holder = parentUid(uid) ?? '';
  const { group, list, edit } = useShownIn('access', uid);
  const noEdit =
    byRuleReason(binding) || missingReason(caller?.capabilities, uid, 'role_bindings.update');
  const noRemove = binding !== undefined && noRemoveReason(binding, caller?.capabilities);
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !binding) {
    return <QueryProblem title="This binding could not be loaded" query={result} />;
  }
  return (
    <article
      aria-label={binding ? bindingName(binding) : 'Role binding'}
      className="flex flex-col gap-8"
    >
      <div className="flex flex-col gap-3">
        <ResourceHead tab="access" uid={uid} name={binding && bindingName(binding)}>
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
        </ResourceHead>
        {by && (
          <RedundantNote>
            Already granted:{' '}
            <Link href={resourcePath('access', by.uid, group)}>{grantText(by)}</Link> grants all
            that this binding does.
          </RedundantNote>
        )}
        {binding?.unconfirmedTime !== undefined && (
          <ConfirmBinding binding={binding} grants={caller?.capabilities} />
        )}
        <BindingFacts binding={binding} />
      </div>
      <BindingGives binding={binding} />
      <RecordDetails uid={uid} resource={binding} path={roleBindings.pathOf(uid)} />
      <RemoveBinding
        binding={isRemoving && binding ? binding : null}
        onClose={() => setRemoving(false)}
        onDeleted={() => router.replace(list)}
      />
    </article>
  );
}
