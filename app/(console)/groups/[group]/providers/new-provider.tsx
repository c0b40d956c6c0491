'use client';

import { NewResource } from '#app/(console)/groups/[group]/_shared/new-resource.tsx';
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
import { toast } from '#components/ui/feedback/toast.tsx';
import { resourcePath } from '#lib/client/paths.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

/**
 * Creates an identity provider and opens its page. The form shows the redirect address before the
 * provider exists. `url` is the installation's address.
 */
export function NewProvider({ group, url }: { group: string; url: string }) {
  const reserving = useReservation(group);
  const issuerTest = useIssuerTest(group);
  const reservation = reserving.reservation?.reservation;
  const bodyOf = (values: Partial<ProviderValues>) => ({
    ...creationOf(values, group),
    ...(reservation !== undefined && { reservation }),
  });
  return (
    <NewResource
      client={identityProviders}
      group={group}
      tab="providers"
      noun="identity provider"
      submitLabel="Create provider"
      labels={PROVIDER_FORM_LABELS}
      capability="identity_providers.create"
      newValues={NEW_PROVIDER}
      shown={(values) => withoutSecret({ body: bodyOf(values) }).body}
      save={async (values) => {
        await issuerTest.check(issuerOfNew(values));
        return reserving.settle(withScopesAsOne(identityProviders.create(group, bodyOf(values))));
      }}
      onCreated={({ uid, name }) => {
        toast({
          title: named`Identity provider ${name} created`,
          ...(reservation === undefined && {
            description: 'Next, register its redirect address at the provider.',
          }),
        });
        return resourcePath('providers', uid);
      }}
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
    </NewResource>
  );
}
