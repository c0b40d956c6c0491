'use client';

import { useQuery } from '@tanstack/react-query';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { type IdentityProvider, roles } from '#lib/client/resources/resources.ts';

/** All facts of an identity provider. */
export function ProviderFacts({ row: provider }: { row: IdentityProvider | undefined }) {
  return (
    <Facts>
      <Fact label="Description">{provider && (provider.description || null)}</Fact>
      <Fact label="Issuer">
        {provider && <CopyText value={provider.oidc.issuer} label="issuer" isWhole />}
      </Fact>
      <Fact label="Client id">
        {provider && <CopyText value={provider.oidc.clientId} label="client id" isWhole />}
      </Fact>
      <Fact label="Client secret">
        {provider && <span className="text-ink-2">Stored encrypted. Never shown again.</span>}
      </Fact>
      <Fact label="Scopes">
        {provider && (
          <span className="font-mono text-sm break-words">
            {['openid', 'email', 'profile', ...provider.oidc.additionalScopes].join(' ')}
          </span>
        )}
      </Fact>
      <Fact label="Default role">
        {provider &&
          (provider.defaultRole === undefined ? (
            <span className="text-ink-2">None. New people can sign in but have no access.</span>
          ) : (
            <RoleName uid={provider.defaultRole} />
          ))}
      </Fact>
    </Facts>
  );
}

/**
 * Reads the role through a list: a role that the caller cannot see is then missing instead of an
 * error.
 */
function RoleName({ uid }: { uid: string }) {
  const { data, isPending } = useQuery(roles.list({ 'uidp.ids': uid, page_size: '1' }));
  if (isPending) return <Skeleton className="my-1 h-3 w-24" />;
  return data?.roles[0]?.name ?? <CopyText value={uid} label="uid of the role" />;
}
