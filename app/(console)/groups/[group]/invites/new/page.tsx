import { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { NewInvite } from '#app/(console)/groups/[group]/invites/new-invite.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { policyQuery } from '#lib/client/resources/policy.ts';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'New invite' };

/** Without the right to read the policy, the form cannot list the allowed domains; the error of the create names them. */
export default async function NewInvitePage({ params }: { params: Promise<{ group: string }> }) {
  const uid = uidOfSegment((await params).group);
  const policy = await prefetch(new QueryClient(), policyQuery(uid));
  return <NewInvite group={uid} url={config().url} domains={policy?.inviteDomains ?? []} />;
}
