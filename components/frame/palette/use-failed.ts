'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CommandSection, matches } from '#components/frame/palette/palette-commands.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { relativeTime } from '#components/ui/text/time.ts';
import { capitalized } from '#lib/resources/catalog.ts';
import { nameIn } from '#lib/client/resources/names.ts';
import { resourcePath, rootOf } from '#lib/client/paths.ts';
import { auditEvents, type AuditEvent } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

const TITLE = 'Failed sign-ins of the last day';
const SHOWN = '5';
const DAY_MS = 86_400_000;
/** A shorter text begins too many other words. */
const SHORTEST = 4;

/** What the organization's record has of sign-ins that failed. */
export function useFailedSection(text: string, isPasted: boolean): CommandSection {
  const { group } = useScope();
  const { data: caller } = useQuery(currentCaller());
  const [now] = useState(Date.now);
  const home = group ?? caller?.topGroups[0]?.uid;
  const typed = text.replaceAll('-', ' ').trim();
  const isAsked = isPasted || (typed.length >= SHORTEST && matches(TITLE, typed));
  const { data } = useQuery({
    ...auditEvents.list({
      'uidp.descendants_of': rootOf(home ?? ''),
      result: 'UNAUTHENTICATED',
      since: new Date(now - DAY_MS).toISOString(),
      order_by: 'created_at desc',
      page_size: SHOWN,
    }),
    enabled: isAsked && home !== undefined,
  });
  const events = isAsked ? (data?.auditEvents ?? []) : [];
  return {
    title: TITLE,
    commands: events.map((event) => ({
      id: event.uid,
      label: labelOf(event),
      detail: relativeTime(Date.parse(event.createTime), now),
      href: resourcePath('activity', event.uid),
    })),
  };
}

function labelOf({ after, subject, type }: AuditEvent): string {
  const who = after && nameIn(after);
  const reason = after?.['reason'];
  // Without a name there is only a uid, which says less than the reason.
  if (typeof reason === 'string')
    return who === undefined ? capitalized(reason) : `${who}: ${reason}`;
  return who ?? (subject || type);
}
