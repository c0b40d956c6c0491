import type { ReactNode } from 'react';
import { SubscriptionPage } from '#app/(console)/groups/[group]/subscriptions/[subscription]/subscription-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import { subscriptions } from '#lib/client/resources/resources.ts';
import { deliveriesQuery } from '#lib/client/resources/subscriptions.ts';

interface Props {
  params: Promise<{ subscription: string }>;
  children: ReactNode;
}

/** The page stays mounted while its editor opens over it. */
export default async function SubscriptionLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).subscription);
  return (
    <Prefetched
      fill={async (client) => {
        const query = subscriptions.versioned(uid);
        await Promise.all([prefetch(client, query), prefetch(client, deliveriesQuery(uid))]);
        const identity = client.getQueryData(query.queryKey)?.body.identityUid;
        if (identity) await prefetch(client, namesQuery('identities', [identity]));
      }}
    >
      <SubscriptionPage key={uid} uid={uid} />
      {children}
    </Prefetched>
  );
}
