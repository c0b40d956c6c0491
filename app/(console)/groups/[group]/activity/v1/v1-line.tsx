'use client';

import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { byIdentity, v1CallersQuery } from '#lib/client/activity/v1-callers.ts';
import { v1CallersPath } from '#lib/client/paths.ts';
import { counted } from '#lib/client/counted.ts';

/** How many identities still call v1; nothing if none does, or if the caller may not see it. */
export function V1Line({ group }: { group: string }) {
  const { data } = useQuery(v1CallersQuery(group));
  const [latest] = data?.callers ?? [];
  if (data === undefined || latest === undefined) return null;
  const count = byIdentity(data.callers).length;
  return (
    <p className="pb-3 text-ink-2">
      <Link href={v1CallersPath(group)}>
        {counted(count, ['identity', 'identities'])} called v1
      </Link>
      , last <RelativeTime value={latest.lastTime} />
    </p>
  );
}
