'use client';

import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';

/** The uids of the groups above a group, the nearest first. */
function above(uid: string): string[] {
  const parent = parentUid(uid);
  return parent === null ? [] : [parent, ...above(parent)];
}

/** Links the nearest group above that still exists. */
export function NearestAbove({ uid, size }: { uid: string; size?: 'sm' | 'md' }) {
  const uids = above(uid);
  const { data: names } = useQuery(namesQuery('groups', uids));
  const nearest = uids.find((one) => names?.has(one));
  if (nearest === undefined) return null;
  return (
    <ButtonLink href={groupPath(nearest)} size={size ?? 'md'}>
      {`Go to ${names?.get(nearest)}`}
    </ButtonLink>
  );
}
