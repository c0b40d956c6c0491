import type { Metadata } from 'next';
import { EditIdentity } from '#app/(console)/groups/[group]/identities/edit-identity.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Edit identity' };

export default async function EditIdentityPage({
  params,
}: {
  params: Promise<{ identity: string }>;
}) {
  const uid = uidOfSegment((await params).identity);
  return <EditIdentity key={uid} uid={uid} />;
}
