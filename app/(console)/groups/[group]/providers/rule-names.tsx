'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { groups } from '#lib/client/resources/queries.ts';
import { roles } from '#lib/client/resources/resources.ts';

export function GroupName({ uid }: { uid: string }) {
  const { data } = useQuery(groups.list({ 'uidp.ids': uid, page_size: '1' }));
  return <span>{data?.groups[0]?.name ?? 'the group'}</span>;
}

/**
 * Reads the role through a list: a role that the caller cannot see is then missing instead of an
 * error.
 */
export function RoleName({ uid }: { uid: string }) {
  const { data, isPending } = useQuery(roles.list({ 'uidp.ids': uid, page_size: '1' }));
  if (isPending) return <Skeleton className="my-1 h-3 w-24" />;
  const name = data?.roles[0]?.name;
  return name === undefined ? (
    <CopyText value={uid} label="uid of the role" />
  ) : (
    <span>{name}</span>
  );
}
