'use client';

import { useQuery } from '@tanstack/react-query';
import { EditResource } from '#app/(console)/groups/[group]/_shared/edit-resource.tsx';
import { DigestFields } from '#app/(console)/groups/[group]/subscriptions/digest-fields.tsx';
import {
  SUBSCRIPTION_LABELS,
  SubscriptionFields,
} from '#app/(console)/groups/[group]/subscriptions/subscription-fields.tsx';
import {
  changeOf,
  valuesOf,
} from '#app/(console)/groups/[group]/subscriptions/subscription-values.ts';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { LoadedEditor } from '#components/resource-form/loaded-editor.tsx';
import { subscriptions } from '#lib/client/resources/resources.ts';

/** The editor of a subscription, over its page. */
export function EditSubscription({ uid }: { uid: string }) {
  const subscription = useQuery(subscriptions.versioned(uid));
  const { page } = useShownIn('subscriptions', uid);
  return (
    <LoadedEditor noun="subscription" result={subscription} closeHref={page}>
      {(stored) => (
        <EditResource
          client={subscriptions}
          stored={stored}
          noun="subscription"
          nameOf={({ name }) => name}
          labels={SUBSCRIPTION_LABELS}
          capability="subscriptions.update"
          valuesOf={valuesOf}
          changeOf={changeOf}
          closeHref={page}
        >
          {(field) =>
            stored.body.email === undefined ? (
              <SubscriptionFields field={field} />
            ) : (
              <DigestFields field={field} />
            )
          }
        </EditResource>
      )}
    </LoadedEditor>
  );
}
