'use client';

import { Webhook } from 'lucide-react';
import {
  ResourceList,
  useResourceList,
} from '#app/(console)/groups/[group]/_shared/resource-list.tsx';
import { useSubscriptionColumns } from '#app/(console)/groups/[group]/subscriptions/subscription-columns.tsx';
import { SUBSCRIPTION_LIST } from '#app/(console)/groups/[group]/subscriptions/subscription-list-offer.ts';
import { later } from '#components/ui/later.tsx';
import { subscriptions } from '#lib/client/resources/resources.ts';

const DeleteSubscription = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/subscriptions/delete-subscription.tsx'))
    .DeleteSubscription,
}));

/** The subscriptions of a group, or of all groups below it. */
export function SubscriptionList({ group }: { group: string }) {
  const list = useResourceList('Subscription', subscriptions, SUBSCRIPTION_LIST, group);
  const columns = useSubscriptionColumns(group, list.view.state.scope, list.rows);
  return (
    <ResourceList
      list={list}
      tab="subscriptions"
      hasPages
      columns={columns}
      icon={Webhook}
      newLabel="New subscription"
      impact="Their targets get no more events."
      Delete={DeleteSubscription}
      empty={{
        title: 'No subscriptions yet',
        topic: 'webhooks',
        text: 'A subscription sends what happens in this group and below it to an address, as signed requests.',
      }}
    />
  );
}
