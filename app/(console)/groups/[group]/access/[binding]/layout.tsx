import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BindingPage } from '#app/(console)/groups/[group]/access/[binding]/binding-page.tsx';
import { readVersioned } from '#app/(console)/read.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { type RoleBinding, roleBindings } from '#lib/client/resources.ts';

interface Props {
  params: Promise<{ binding: string }>;
  children: ReactNode;
}

/** The page stays while its editor opens over it. */
export default async function BindingLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).binding);
  const client = new QueryClient();
  const read = await readVersioned<RoleBinding>(roleBindings.pathOf(uid));
  if (read) client.setQueryData(roleBindings.versioned(uid).queryKey, read);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <BindingPage key={uid} uid={uid} />
      {children}
    </HydrationBoundary>
  );
}
