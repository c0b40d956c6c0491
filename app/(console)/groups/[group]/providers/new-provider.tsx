'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { AddressesOfNew } from '#app/(console)/groups/[group]/providers/addresses-of-new.tsx';
import { useIssuerTest } from '#app/(console)/groups/[group]/providers/use-issuer-test.ts';
import { useReservation } from '#app/(console)/groups/[group]/providers/use-reservation.ts';
import {
  PROVIDER_FORM_LABELS,
  ProviderFields,
} from '#app/(console)/groups/[group]/providers/provider-fields.tsx';
import {
  creationOf,
  issuerOfNew,
  NEW_PROVIDER,
  type ProviderValues,
  withScopesAsOne,
  withoutSecret,
} from '#app/(console)/groups/[group]/providers/provider-values.ts';
import { named } from '#components/ui/text/named.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, resourcePath } from '#lib/client/paths.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

const NOTHING = { values: NEW_PROVIDER, etag: null };

/**
 * Creates an identity provider and opens its page. The form shows the redirect address before the
 * provider exists. `url` is the installation's address.
 */
export function NewProvider({ group, url }: { group: string; url: string }) {
  const client = useQueryClient();
  const search = String(useSearchParams());
  const { data: caller } = useQuery(currentCaller());
  const { data: holder } = useQuery(groupQuery(group));
  const reserving = useReservation(group);
  const issuerTest = useIssuerTest(group);
  const reservation = reserving.reservation?.reservation;
  const list = groupPath(group, 'providers');
  const bodyOf = (values: Partial<ProviderValues>) => ({
    ...creationOf(values, group),
    ...(reservation !== undefined && { reservation }),
  });
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
      sent={({ body }) => withoutSecret({ body: bodyOf(body), updateMask: [] })}
      save={async ({ body }) => {
        await issuerTest.check(issuerOfNew(body));
        return reserving.settle(withScopesAsOne(identityProviders.create(group, bodyOf(body))));
      }}
      onSaved={({ uid, name }) => {
        identityProviders.refresh(client);
        toast({
          title: named`Identity provider ${name} created`,
          ...(reservation === undefined && {
            description: 'Next, register its redirect address at the provider.',
          }),
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
          issuerTest={issuerTest}
          addresses={<AddressesOfNew reserving={reserving} url={url} />}
        />
      )}
    </ResourceForm>
  );
}
