'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { ProviderFacts } from '#app/(console)/groups/[group]/providers/[provider]/provider-facts.tsx';
import { IssuerConnectionTest } from '#app/(console)/groups/[group]/providers/issuer-connection-test.tsx';
import { DeleteProvider } from '#app/(console)/groups/[group]/providers/delete-provider.tsx';
import { RuleTest } from '#app/(console)/groups/[group]/providers/rule-test.tsx';
import { noTestReason } from '#app/(console)/groups/[group]/providers/no-test-reason.ts';
import {
  LogoutAddress,
  RedirectAddress,
  SignInAddress,
} from '#app/(console)/groups/[group]/providers/address-to-register.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { parentUid, rootOf } from '#lib/client/paths.ts';
import {
  logoutAddress,
  redirectAddress,
  signInAddress,
} from '#lib/resources/provider-addresses.ts';
import { identityProviders, type RoleRule } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

const NO_RULES: readonly RoleRule[] = [];

/** One identity provider: how people sign in through it, and whether sign-in works. */
export function ProviderPage({ uid, url }: { uid: string; url: string }) {
  const router = useRouter();
  const result = useQuery(identityProviders.versioned(uid));
  const { data: caller } = useQuery(currentCaller());
  const [isDeleting, setDeleting] = useState(false);
  const provider = result.data?.body;
  const group = parentUid(uid) ?? '';
  const { list, edit } = useShownIn('providers', uid);
  const noEdit = missingReason(caller?.capabilities, uid, 'identity_providers.update');
  const noDelete = missingReason(caller?.capabilities, uid, 'identity_providers.delete');
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !provider) {
    return <QueryProblem title="This identity provider could not be loaded" query={result} />;
  }
  const issuer = provider?.oidc.issuer ?? '';
  return (
    <article aria-label={provider?.name ?? 'Identity provider'} className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <ResourceHead tab="providers" uid={uid} name={provider?.name}>
          <ActionLink href={edit} icon={Pencil} disabledReason={noEdit}>
            Edit
          </ActionLink>
          <Button icon={Trash2} disabledReason={noDelete} onPress={() => setDeleting(true)}>
            Delete
          </Button>
        </ResourceHead>
        <div className="flex max-w-200 flex-col gap-5 py-2">
          <SignInAddress address={signInAddress(url, rootOf(uid))} />
          <RedirectAddress address={redirectAddress(url, uid)} />
          <LogoutAddress address={logoutAddress(url)} />
          <IssuerConnectionTest
            group={group}
            issuer={issuer}
            disabledReason={noTestReason(caller?.capabilities, group)}
          />
          <RuleTest rules={provider?.roleRules ?? NO_RULES} issuer={issuer} />
        </div>
        <ProviderFacts row={provider} />
      </div>
      <RecordDetails uid={uid} resource={provider} path={identityProviders.pathOf(uid)} />
      <DeleteProvider
        resource={isDeleting && provider ? provider : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => router.replace(list)}
      />
    </article>
  );
}
