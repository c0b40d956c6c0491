import type { Metadata } from 'next';
import { NewInvite } from '#app/(console)/groups/[group]/invites/new-invite.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'New invite' };

export default async function NewInvitePage({ params }: { params: Promise<{ group: string }> }) {
  return <NewInvite group={uidOfSegment((await params).group)} url={config().url} />;
}
