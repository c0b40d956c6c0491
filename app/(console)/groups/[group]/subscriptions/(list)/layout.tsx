import type { ReactNode } from 'react';
import {
  PrefetchedList,
  prefetchHolders,
} from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { SubscriptionList } from '#app/(console)/groups/[group]/subscriptions/subscription-list.tsx';
import { SUBSCRIPTION_LIST } from '#app/(console)/groups/[group]/subscriptions/subscription-list-offer.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { subscriptions } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function SubscriptionsLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={SUBSCRIPTION_LIST}
      list={subscriptions.list}
      rowsOf={(page) => page.subscriptions}
      then={prefetchHolders}
    >
      <SubscriptionList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
