'use client';

import { GroupName, RoleName } from '#app/(console)/groups/[group]/providers/rule-names.tsx';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { groupPath } from '#lib/client/paths.ts';
import type { IdentityProvider, RoleRule } from '#lib/client/resources/resources.ts';

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
        {provider && (
          <span className="text-ink-2">Never shown. Stored encrypted, if there is one.</span>
        )}
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
      <Fact label="Role rules">
        {provider &&
          (provider.roleRules.length === 0 ? null : (
            <ul className="flex flex-col gap-1.5">
              {provider.roleRules.map((rule) => (
                <li key={JSON.stringify(rule)} className="min-w-0 break-words">
                  <Rule rule={rule} />
                </li>
              ))}
            </ul>
          ))}
      </Fact>
    </Facts>
  );
}

/** "groups is admins: editor on Platform". */
function Rule({ rule }: { rule: RoleRule }) {
  const { claim, value, pattern, roleUid, groupUid } = rule;
  return (
    <>
      <code className="font-mono text-sm">{claim}</code>
      {pattern === undefined ? ' is ' : ' matches '}
      <code className="font-mono text-sm">{pattern ?? value}</code>
      {': '}
      <RoleName uid={roleUid} />
      {' on '}
      <Link href={groupPath(groupUid)}>
        <GroupName uid={groupUid} />
      </Link>
    </>
  );
}
