'use client';

import { useQuery } from '@tanstack/react-query';
import { DescribedPage } from '#app/(console)/groups/[group]/_described/described-page.tsx';
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
  const { data: caller } = useQuery(currentCaller());
  const group = parentUid(uid) ?? '';
  return (
    <DescribedPage
      uid={uid}
      description={{
        type: 'IdentityProvider',
        client: identityProviders,
        nameOf: ({ name }) => name,
        Facts: ProviderFacts,
        Delete: DeleteProvider,
        children: (provider) => (
          <div className="flex max-w-200 flex-col gap-5 py-2">
            <SignInAddress address={signInAddress(url, rootOf(uid))} />
            <RedirectAddress address={redirectAddress(url, uid)} />
            <LogoutAddress address={logoutAddress(url)} />
            <IssuerConnectionTest
              group={group}
              issuer={provider?.oidc.issuer ?? ''}
              disabledReason={noTestReason(caller?.capabilities, group)}
            />
            <RuleTest
              rules={provider?.roleRules ?? NO_RULES}
              issuer={provider?.oidc.issuer ?? ''}
            />
          </div>
        ),
      }}
    />
  );
}
