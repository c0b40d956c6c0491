import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { EditPolicy } from '#app/(console)/groups/[group]/(overview)/policy/edit-policy.tsx';
import { parentUid, policyPath, rootOf, uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Sign-in policy' };

export default async function PolicyPage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  // The policy of a group is that of its organization.
  if (parentUid(uid) !== null) redirect(policyPath(rootOf(uid)));
  return <EditPolicy uid={uid} />;
}
