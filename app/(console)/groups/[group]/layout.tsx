import type { ReactNode } from 'react';
import { GroupFrame } from '#components/frame/group-frame.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

export default async function GroupLayout({ params, children }: Props) {
  const { group } = await params;
  return <GroupFrame group={uidOfSegment(group)}>{children}</GroupFrame>;
}
