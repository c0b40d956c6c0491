'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  PROVIDER_FORM_LABELS,
  ProviderFields,
} from '#app/(console)/groups/[group]/providers/provider-fields.tsx';
import {
  changeOf,
  issuerIn,
  type ProviderValues,
  valuesOf,
  withScopesAsOne,
  withoutSecret,
} from '#app/(console)/groups/[group]/providers/provider-values.ts';
import {
  LogoutAddress,
  RedirectAddress,
} from '#app/(console)/groups/[group]/providers/address-to-register.tsx';
import { useIssuerTest } from '#app/(console)/groups/[group]/providers/use-issuer-test.ts';
import { named } from '#components/ui/text/named.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { ResourceForm } from '#components/resource-form/resource-form.tsx';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import type { Read } from '#components/resource-form/use-form-values.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import type { Received } from '#lib/client/api.ts';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { parentUid } from '#lib/client/paths.ts';
import { logoutAddress, redirectAddress } from '#lib/resources/provider-addresses.ts';
import { type IdentityProvider, identityProviders } from '#lib/client/resources/resources.ts';

const readOf = ({ body, etag }: Received<IdentityProvider>): Read<ProviderValues> => ({
  values: valuesOf(body),
  etag,
});

/** The editor of an identity provider, over its page. `url` is the installation's address. */
export function EditProvider({ uid, url }: { uid: string; url: string }) {
  const provider = useQuery(identityProviders.versioned(uid));
  const { page } = useShownIn('providers', uid);
  return (
    <LoadedEditor noun="identity provider" result={provider} closeHref={page}>
      {(answer) => <Editor uid={uid} url={url} provider={answer} />}
    </LoadedEditor>
  );
}

interface EditorProps {
  uid: string;
  url: string;
  provider: Received<IdentityProvider>;
}

function Editor({ uid, url, provider }: EditorProps) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const query = identityProviders.versioned(uid);
  const read = useMemo(() => readOf(provider), [provider]);
  const { page } = useShownIn('providers', uid);
  const group = parentUid(uid) ?? '';
  const issuerTest = useIssuerTest(group);
  return (
    <ResourceForm
      title={`Edit ${provider.body.name}`}
      noun="identity provider"
      read={read}
      labels={PROVIDER_FORM_LABELS}
      submitLabel="Save changes"
      disabledReason={missingReason(caller?.capabilities, uid, 'identity_providers.update')}
      apiPath={identityProviders.pathOf(uid)}
      sent={(change) => withoutSecret(changeOf(change, group))}
      save={async (change) => {
        await issuerTest.check(issuerIn(change.body));
        return withScopesAsOne(identityProviders.update(uid, changeOf(change, group)));
      }}
      onSaved={(saved) => {
        client.setQueryData(query.queryKey, saved);
        identityProviders.refresh(client);
        // A removed rule ends its bindings.
        refreshAccess(client);
        toast(named`Identity provider ${saved.body.name} saved`);
        return page;
      }}
      reload={async () => readOf(await client.fetchQuery({ ...query, staleTime: 0 }))}
      closeHref={page}
    >
      {(field) => (
        <ProviderFields
          field={field}
          group={group}
          issuerTest={issuerTest}
          addresses={
            <>
              <RedirectAddress address={redirectAddress(url, uid)} />
              <LogoutAddress address={logoutAddress(url)} />
            </>
          }
        />
      )}
    </ResourceForm>
  );
}
