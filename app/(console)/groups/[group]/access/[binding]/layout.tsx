import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BindingPage } from '#app/(console)/groups/[group]/access/[binding]/binding-page.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { grantsQuery } from '#lib/client/access/bindings.ts';
import { holdingsQuery } from '#lib/client/access/access.ts';
import { redundancyQuery } from '#lib/client/access/redundancy-query.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { roleBindings } from '#lib/client/resources/resources.ts';

async function prefetchBinding(client: QueryClient, uid: string): Promise<void> {
  const binding = (await prefetch(client, roleBindings.versioned(uid)))?.body;
  if (!binding) return;
  const { identity, role, group } = binding;
  await Promise.all([
    prefetch(client, redundancyQuery([binding], { 'uidp.ancestors_of': uid })),
    prefetch(client, grantsQuery([role.uid])),
    prefetch(client, holdingsQuery({ identityUid: identity.uid, groupUid: group.uid })),
  ]);
}

interface Props {
  params: Promise<{ binding: string }>;
  children: ReactNode;
}

/** The page stays mounted while its editor opens over it. */
export default async function BindingLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).binding);
  return (
    <Prefetched fill={(client) => prefetchBinding(client, uid)}>
      <BindingPage key={uid} uid={uid} />
      {children}
    </Prefetched>
  );
}
