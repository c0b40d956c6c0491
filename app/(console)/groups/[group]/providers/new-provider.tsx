'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { LogoutAddress } from '#app/(console)/groups/[group]/providers/address-to-register.tsx';
import {
  PROVIDER_FORM_LABELS,
  ProviderFields,
} from '#app/(console)/groups/[group]/providers/provider-fields.tsx';
import {
  creationOf,
  NEW_PROVIDER,
  withScopesAsOne,
  withoutSecret,
} from '#app/(console)/groups/[group]/providers/provider-values.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, logoutAddress, resourcePath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

const NOTHING = { values: NEW_PROVIDER, etag: null };

/**
 * Creates an identity provider and opens its page, which shows the redirect URI. `url` is the
 * installation's address.
 */
export function NewProvider({ group, url }: { group: string; url: string }) {
  const client = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const list = groupPath(group, 'providers');
  return (
    <ResourceForm
      title={holder ? `New identity provider in ${holder.name}` : 'New identity provider'}
      noun="identity provider"
      isNew
      read={NOTHING}
      labels={PROVIDER_FORM_LABELS}
      submitLabel="Create provider"
      disabledReason={missingReason(caller?.capabilities, group, 'identity_providers.create')}
      apiPath={identityProviders.pathOf(group)}
      sent={({ body }) => withoutSecret({ body: creationOf(body, group), updateMask: [] })}
      save={({ body }) => withScopesAsOne(identityProviders.create(group, creationOf(body, group)))}
      onSaved={({ uid, name }) => {
        identityProviders.refresh(client);
        toast({
          title: `Identity provider ${name} created`,
          description: 'Next, register its redirect address at the provider.',
        });
        return resourcePath('providers', uid);
      }}
      closeHref={search === '' ? list : `${list}?${search}`}
    >
      {(field) => (
        <ProviderFields
          field={field}
          group={group}
          isNew
          addresses={
            <>
              <p className="rounded bg-paper-2 px-3 py-2.5 text-ink-2">
                The redirect address exists once you create the provider. If you need it to get a
                client id, enter any id now and change it later.
              </p>
              <LogoutAddress address={logoutAddress(url)} />
            </>
          }
        />
      )}
    </ResourceForm>
  );
}
