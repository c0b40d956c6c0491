'use client';

import { useMemo } from 'react';
import { Actor } from '#app/(console)/groups/[group]/activity/actor.tsx';
import {
  activityText,
  isDone,
  resultText,
} from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { Subject } from '#app/(console)/groups/[group]/activity/subject.tsx';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { ExactTime } from '#components/ui/text/exact-time.tsx';
import { recordNamesQuery } from '#lib/client/activity/audit-subjects.ts';
import type { Names } from '#lib/client/resources/names.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

const columnsWith = (names: Names | undefined): readonly ResourceColumn<AuditEvent>[] => [
  {
    id: 'what',
    header: 'What',
    width: '26%',
    cell: activityText,
  },
  {
    id: 'subject',
    header: 'About',
    isFact: true,
    cell: (event) => <Subject event={event} names={names} />,
  },
  {
    id: 'actor',
    header: 'By',
    width: 176,
    cell: ({ actor }) => <Actor actor={actor} names={names} />,
  },
  {
    id: 'result',
    header: 'Result',
    width: 112,
    cell: (event) => (isDone(event) ? 'Done' : <Badge tone="warn">{resultText(event)}</Badge>),
  },
  {
    id: 'time',
    header: 'When (UTC)',
    order: 'created_at',
    width: 152,
    isFact: true,
    cell: ({ createTime }) => <ExactTime value={createTime} isZoneInHead />,
  },
];

/** The columns of a list of audit events. */
export function useActivityColumns(
  rows: readonly AuditEvent[] = [],
): readonly ResourceColumn<AuditEvent>[] {
  const names = useNames(recordNamesQuery(rows));
  return useMemo(() => columnsWith(names), [names]);
}
