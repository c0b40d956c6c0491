'use client';

import { useState } from 'react';
import { NewResource } from '#app/(console)/groups/[group]/_shared/new-resource.tsx';
import { ShownOnce } from '#app/(console)/groups/[group]/_shared/shown-once.tsx';
import {
  SUBSCRIPTION_LABELS,
  SubscriptionFields,
} from '#app/(console)/groups/[group]/subscriptions/subscription-fields.tsx';
import {
  bodyOf,
  NEW_SUBSCRIPTION,
} from '#app/(console)/groups/[group]/subscriptions/subscription-values.ts';
import { newPath, resourcePath } from '#lib/client/paths.ts';
import { type Subscription, subscriptions } from '#lib/client/resources/resources.ts';

/** Creates a subscription, then shows its secret, this once. */
export function NewSubscription({ group }: { group: string }) {
  const [made, setMade] = useState<Subscription | null>(null);
  if (made) {
    return (
      <ShownOnce
        title="Subscription created"
        noun="secret"
        text={made.secret ?? ''}
        closeHref={resourcePath('subscriptions', made.uid)}
        lost="Without it the target cannot verify requests, and you must replace it."
      >
        <p className="text-ink-2">
          Give it to the target, which verifies the signature of each request with it.
        </p>
      </ShownOnce>
    );
  }
  return (
    <NewResource
      client={subscriptions}
      group={group}
      tab="subscriptions"
      noun="subscription"
      labels={SUBSCRIPTION_LABELS}
      capability="subscriptions.create"
      newValues={NEW_SUBSCRIPTION}
      bodyOf={(values) => bodyOf({ ...NEW_SUBSCRIPTION, ...values })}
      onCreated={(subscription) => {
        setMade(subscription);
        // Stays at the address, where the secret appears.
        return newPath(group, 'subscriptions');
      }}
    >
      {(field) => <SubscriptionFields field={field} isNew />}
    </NewResource>
  );
}
