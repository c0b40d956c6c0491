'use client';

import { useQuery } from '@tanstack/react-query';
import { activityText } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { Subject } from '#app/(console)/groups/[group]/activity/subject.tsx';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { subjectsQuery } from '#lib/client/activity/audit-subjects.ts';
import { groupPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { latestOfQuery } from '#lib/client/activity/audit-events.ts';

/** The latest changes by the identity, for people who may read the audit log. */
export function IdentityActivity({ uid }: { uid: string }) {
  const holder = parentUid(uid) ?? '';
  const group = useScope().group ?? undefined;
  const { data, isPending, isError } = useQuery(latestOfQuery(uid));
  const events = data?.auditEvents ?? [];
  const subjects = useNames(subjectsQuery(events));
  return (
    <section aria-labelledby="identity-activity" className="flex flex-col gap-2">
      <h2 id="identity-activity" className="text-base font-semibold">
        Recent changes by this identity
      </h2>
      {isPending && <Skeleton className="h-11 w-full" />}
      {isError && <p className="text-ink-2">The activity could not be loaded.</p>}
      {data && events.length === 0 && <p className="text-ink-2">No changes that you can see.</p>}
      {events.length > 0 && (
        <ul className="border-t border-line">
          {events.map((event) => (
            <li
              key={event.uid}
              className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
            >
              <Link href={resourcePath('activity', event.uid, group)}>{activityText(event)}</Link>
              <span className="min-w-0 flex-1 truncate text-ink-2">
                <Subject event={event} names={subjects} />
              </span>
              <span className="text-sm text-ink-2">
                <RelativeTime value={event.createTime} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link
        href={`${groupPath(holder, 'activity')}?${new URLSearchParams({ resource: uid })}`}
        className="self-start text-sm"
      >
        Changes to this identity
      </Link>
    </section>
  );
}
