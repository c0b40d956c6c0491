import type { ReactNode } from 'react';
import { ProviderList } from '#app/(console)/groups/[group]/providers/provider-list.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays while a sheet opens over it. */
export default async function ProvidersLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <>
      <ProviderList key={uid} group={uid} />
      {children}
    </>
  );
}
