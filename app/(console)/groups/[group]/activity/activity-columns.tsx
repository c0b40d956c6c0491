'use client';

import { useMemo } from 'react';
import { Actor } from '#app/(console)/groups/[group]/activity/actor.tsx';
import { activityText } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { Subject } from '#app/(console)/groups/[group]/activity/subject.tsx';
import { useNames } from '#app/(console)/groups/[group]/shared/use-names.ts';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { actorsQuery } from '#lib/client/activity/audit-events.ts';
import { subjectsQuery } from '#lib/client/activity/audit-subjects.ts';
import type { Names } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

const columnsWith = (
  subjects: Names | undefined,
  actors: Names | undefined,
): readonly ResourceColumn<AuditEvent>[] => [
  {
    id: 'what',
    header: 'What',
    width: 'w-[26%]',
    cell: activityText,
  },
  {
    id: 'subject',
    header: 'About',
    isFact: true,
    cell: (event) => <Subject event={event} names={subjects} />,
  },
  {
    id: 'actor',
    header: 'By',
    width: 'w-44',
    cell: ({ actor }) => <Actor actor={actor} names={actors} />,
  },
  {
    id: 'result',
    header: 'Result',
    width: 'w-28',
    cell: ({ result }) => (result === 'OK' ? 'Done' : <Badge tone="warn">Denied</Badge>),
  },
  {
    id: 'time',
    header: 'When',
    order: 'created_at',
    width: 'w-28',
    isInteractive: true,
    isFact: true,
    cell: ({ createTime }) => <RelativeTime value={createTime} />,
  },
];

/** The columns of these records. */
export function useActivityColumns(
  rows: readonly AuditEvent[] = [],
): readonly ResourceColumn<AuditEvent>[] {
  const subjects = useNames(subjectsQuery(rows));
  const actors = useNames(actorsQuery(rows));
  return useMemo(() => columnsWith(subjects, actors), [subjects, actors]);
}
