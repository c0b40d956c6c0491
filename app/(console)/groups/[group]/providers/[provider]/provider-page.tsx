'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/shared/action-link.tsx';
import { ProviderFacts } from '#app/(console)/groups/[group]/providers/[provider]/provider-facts.tsx';
import { ConnectionTest } from '#app/(console)/groups/[group]/providers/connection-test.tsx';
import { DeleteProvider } from '#app/(console)/groups/[group]/providers/delete-provider.tsx';
import { noTestReason } from '#app/(console)/groups/[group]/providers/no-test-reason.ts';
import { RedirectField } from '#app/(console)/groups/[group]/providers/redirect-field.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { ResourceJson } from '#components/resource/resource-json.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { editPath, groupPath, parentUid, redirectAddress } from '#lib/client/paths.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

/** One identity provider: how people sign in through it, and whether they can. */
export function ProviderPage({ uid, url }: { uid: string; url: string }) {
  const router = useRouter();
  const result = useQuery(identityProviders.versioned(uid));
  const { data: caller } = useQuery(currentCaller());
  const [isDeleting, setDeleting] = useState(false);
  const provider = result.data?.body;
  const group = parentUid(uid) ?? '';
  const list = groupPath(group, 'providers');
  const edit = editPath('providers', uid);
  const noEdit = missingReason(caller?.capabilities, uid, 'identity_providers.update');
  const noDelete = missingReason(caller?.capabilities, uid, 'identity_providers.delete');
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !provider) {
    return <QueryProblem title="This identity provider could not be loaded" query={result} />;
  }
  return (
    <article aria-label={provider?.name ?? 'Identity provider'} className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <ResourceHead list={{ href: list, label: 'Providers' }} name={provider?.name}>
          <ActionLink href={edit} icon={Pencil} disabledReason={noEdit}>
            Edit
          </ActionLink>
          <Button icon={Trash2} disabledReason={noDelete} onPress={() => setDeleting(true)}>
            Delete
          </Button>
        </ResourceHead>
        <div className="flex max-w-200 flex-col gap-5 py-2">
          <RedirectField address={redirectAddress(url, uid)} />
          <ConnectionTest
            key={provider?.oidc.issuer}
            group={group}
            issuer={provider?.oidc.issuer ?? ''}
            disabledReason={noTestReason(caller?.capabilities, group)}
          />
        </div>
        <ProviderFacts uid={uid} provider={provider} />
      </div>
      <ResourceJson resource={provider} path={identityProviders.pathOf(uid)} />
      <DeleteProvider
        provider={isDeleting && provider ? provider : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => router.replace(list)}
      />
    </article>
  );
}
