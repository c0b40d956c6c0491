import type { Metadata } from 'next';
import { NewSubscription } from '#app/(console)/groups/[group]/subscriptions/new-subscription.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'New subscription' };

export default async function NewSubscriptionPage({
  params,
}: {
  params: Promise<{ group: string }>;
}) {
  return <NewSubscription group={uidOfSegment((await params).group)} />;
}
