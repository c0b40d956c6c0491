import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readCaller } from '#app/(console)/caller.ts';
import { IdentityPage } from '#app/(console)/groups/[group]/identities/[identity]/identity-page.tsx';
import { isPerson } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { latestOfQuery } from '#lib/client/activity/audit-events.ts';
import { subjectsQuery } from '#lib/client/activity/audit-subjects.ts';
import { accessOfIdentityQuery } from '#lib/client/access/bindings.ts';
import { isGranted } from '#lib/client/access/capabilities.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { keysOfIdentity } from '#lib/client/resources/keys-of-identity.ts';
import { personSessions } from '#lib/client/resources/person-sessions.ts';
import { identities } from '#lib/client/resources/resources.ts';

async function prefetchIdentity(client: QueryClient, uid: string): Promise<void> {
  const found = await prefetch(client, identities.versioned(uid));
  if (!found) return;
  const grants = (await readCaller())?.capabilities ?? {};
  const hasSessions = isGranted(grants, uid, 'identity.update') && isPerson(found.body);
  await Promise.all([
    hasSessions && prefetch(client, personSessions(uid)),
    isGranted(grants, uid, 'audit.list') && prefetchLatest(client, uid),
    prefetch(client, keysOfIdentity(uid)),
    client.prefetchInfiniteQuery(accessOfIdentityQuery(uid)),
  ]);
}

async function prefetchLatest(client: QueryClient, uid: string): Promise<void> {
  const latest = await prefetch(client, latestOfQuery(uid));
  await prefetch(client, subjectsQuery(latest?.auditEvents ?? []));
}

interface Props {
  params: Promise<{ identity: string }>;
  children: ReactNode;
}

/** The page stays mounted while its editor opens over it. */
export default async function IdentityLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).identity);
  return (
    <Prefetched fill={(client) => prefetchIdentity(client, uid)}>
      <IdentityPage key={uid} uid={uid} />
      {children}
    </Prefetched>
  );
}
