'use client';

import { useQuery } from '@tanstack/react-query';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import {
  PROVIDER_FORM_LABELS,
  ProviderFields,
} from '#app/(console)/groups/[group]/providers/provider-fields.tsx';
import {
  changeOf,
  issuerIn,
  valuesOf,
  withScopesAsOne,
  withoutSecret,
} from '#app/(console)/groups/[group]/providers/provider-values.ts';
import {
  LogoutAddress,
  RedirectAddress,
} from '#app/(console)/groups/[group]/providers/address-to-register.tsx';
import { useIssuerTest } from '#app/(console)/groups/[group]/providers/use-issuer-test.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { parentUid } from '#lib/client/paths.ts';
import { logoutAddress, redirectAddress } from '#lib/resources/provider-addresses.ts';
import { identityProviders } from '#lib/client/resources/resources.ts';

/** The editor of an identity provider, over its page. `url` is the installation's address. */
export function EditProvider({ uid, url }: { uid: string; url: string }) {
  const provider = useQuery(identityProviders.versioned(uid));
  const { page } = useShownIn('providers', uid);
  const group = parentUid(uid) ?? '';
  const issuerTest = useIssuerTest(group);
  return (
    <LoadedEditor noun="identity provider" result={provider} closeHref={page}>
      {(stored) => (
        <EditResource
          client={identityProviders}
          stored={stored}
          noun="identity provider"
          nameOf={({ name }) => name}
          labels={PROVIDER_FORM_LABELS}
          capability="identity_providers.update"
          valuesOf={valuesOf}
          shown={(change) => withoutSecret(changeOf(change, group))}
          save={async (change) => {
            await issuerTest.check(issuerIn(change.body));
            return withScopesAsOne(identityProviders.update(uid, changeOf(change, group)));
          }}
          refresh={(client) => {
            identityProviders.refresh(client);
            // A removed rule ends its bindings.
            refreshAccess(client);
          }}
          hasUndo={false}
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
        </EditResource>
      )}
    </LoadedEditor>
  );
}
