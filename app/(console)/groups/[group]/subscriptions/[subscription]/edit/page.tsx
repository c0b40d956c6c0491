import type { Metadata } from 'next';
import { EditSubscription } from '#app/(console)/groups/[group]/subscriptions/edit-subscription.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit subscription' };

export default async function EditSubscriptionPage({
  params,
}: {
  params: Promise<{ subscription: string }>;
}) {
  const uid = uidOfSegment((await params).subscription);
  return <EditSubscription key={uid} uid={uid} />;
}
