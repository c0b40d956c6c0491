'use client';

import { DeleteResource } from '#app/(console)/groups/[group]/_shared/delete-resource.tsx';
import { type Subscription, subscriptions } from '#lib/client/resources/resources.ts';

export interface DeleteSubscriptionProps {
  /** Null while no dialog is open. */
  resource: Subscription | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what ends, and deletes the subscription. */
export function DeleteSubscription(props: DeleteSubscriptionProps) {
  return (
    <DeleteResource
      {...props}
      noun="subscription"
      verb="Delete"
      done="deleted"
      of={subscriptions}
      undone={false}
    >
      <p>Its target gets no more events, and the log of its deliveries is removed.</p>
    </DeleteResource>
  );
}
