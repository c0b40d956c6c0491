import type { Metadata } from 'next';
import { NewIdentity } from '#app/(console)/groups/[group]/identities/new-identity.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'New identity' };

export default async function NewIdentityPage({ params }: { params: Promise<{ group: string }> }) {
  return <NewIdentity group={uidOfSegment((await params).group)} />;
}
