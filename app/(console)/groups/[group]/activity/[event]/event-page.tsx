'use client';

import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ChangeDiff } from '#app/(console)/groups/[group]/activity/[event]/change-diff.tsx';
import {
  activityText,
  resultText,
  subjectHref,
  subjectText,
} from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { useDeletedGroups } from '#app/(console)/groups/[group]/activity/use-deleted-groups.ts';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import { offerOf } from '#app/(console)/groups/[group]/activity/[event]/reversible.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { later } from '#components/ui/later.tsx';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { ExactTime } from '#components/ui/text/exact-time.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { recordNamesQuery } from '#lib/client/activity/audit-subjects.ts';
import { activityPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { type AuditEvent, auditEvents } from '#lib/client/resources/resources.ts';

const PutBack = later(() => import('#app/(console)/groups/[group]/activity/[event]/put-back.tsx'));

/** One audit event, with what it changed. */
export function EventPage({ uid }: { uid: string }) {
  const result = useQuery(auditEvents.versioned(uid));
  const holder = parentUid(uid) ?? '';
  const deleted = useDeletedGroups(holder, [holder]);
  if (result.isError && !result.data) {
    return <QueryProblem title="This event could not be loaded" query={result} />;
  }
  const event = result.data?.body;
  return (
    <article aria-label="Record" className="flex flex-col gap-6">
      <ResourceHead
        tab="activity"
        uid={uid}
        name={event && activityText(event)}
        deletedGroup={deleted?.get(holder)}
      >
        {event && <TakeBack event={event} />}
      </ResourceHead>
      <EventFacts event={event} />
      {event && <ChangeDiff before={event.before ?? {}} after={event.after ?? {}} />}
      <RecordDetails uid={uid} resource={event} path={auditEvents.pathOf(uid)} />
    </article>
  );
}

function TakeBack({ event }: { event: AuditEvent }) {
  const [isOpen, setOpen] = useState(false);
  const offer = offerOf(event);
  if (offer === null) return null;
  return (
    <>
      <Button icon={Undo2} onPress={() => setOpen(true)}>
        {offer.label}
      </Button>
      {isOpen && <PutBack event={event} offer={offer} onClose={() => setOpen(false)} />}
    </>
  );
}

function EventFacts({ event }: { event: AuditEvent | undefined }) {
  return (
    <Facts>
      <Fact label="About">
        {event && (
          <span className="flex min-w-0 flex-wrap items-center gap-x-3">
            <Subject event={event} />
            <Link href={activityPath(groupOf(event), { resource: event.resource })}>
              All activity about it
            </Link>
          </span>
        )}
      </Fact>
      <Fact label="Resource">
        {event && <CopyText value={event.resource} label="uid of the resource" isWhole />}
      </Fact>
      <Fact label="By">{event && <By event={event} />}</Fact>
      {event && event.issuer !== '' && (
        <>
          <Fact label="Issuer">
            <CopyText value={event.issuer} label="issuer" isWhole />
          </Fact>
          <Fact label="Subject">
            <CopyText value={event.subject} label="subject" isWhole />
          </Fact>
        </>
      )}
      {event?.network !== undefined && (
        <Fact label="Network">
          <Alike value={event.network} label="network" filter="network" event={event} />
        </Fact>
      )}
      {event?.credential !== undefined && (
        <Fact label="Session or key">
          <Alike value={event.credential} label="credential" filter="credential" event={event} />
        </Fact>
      )}
      {event?.userAgent !== undefined && (
        <Fact label="Client">
          <span className="min-w-0 break-words">{event.userAgent}</span>
        </Fact>
      )}
      <Fact label="Result">{event && resultText(event)}</Fact>
      <Fact label="When">
        {event && (
          <span>
            <ExactTime value={event.createTime} />, <RelativeTime value={event.createTime} />
          </span>
        )}
      </Fact>
      <Fact label="Request">
        {event && <CopyText value={event.requestId} label="request id" isWhole />}
      </Fact>
    </Facts>
  );
}

/* The parent of an audit event is the group of its change. */
const groupOf = ({ uid }: AuditEvent): string => parentUid(uid) ?? '';

/** A value that links the other events with the same value. */
function Alike({
  value,
  label,
  filter,
  event,
}: {
  value: string;
  label: string;
  filter: 'network' | 'credential';
  event: AuditEvent;
}) {
  const same = filter === 'network' ? { network: value } : { credential: value };
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3">
      <CopyText value={value} label={label} isWhole />
      <Link href={activityPath(groupOf(event), same)}>All activity with it</Link>
    </span>
  );
}

function By({ event }: { event: AuditEvent }) {
  const { actor } = event;
  const name = useNames(recordNamesQuery([event]))?.get(actor);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3">
      {name !== undefined && <Link href={resourcePath('identities', actor)}>{name}</Link>}
      <CopyText value={actor} label="actor" isWhole />
      <Link href={activityPath(groupOf(event), { actor })}>All activity by them</Link>
    </span>
  );
}

function Subject({ event }: { event: AuditEvent }) {
  const names = useNames(recordNamesQuery([event]));
  const href = subjectHref(event, names);
  const text = subjectText(event, names);
  if (text === null && names === undefined) return <Skeleton className="h-5 w-40" />;
  if (text === null) return <span className="text-ink-3">Deleted, or you cannot see it</span>;
  return href === null ? <span>{text}</span> : <Link href={href}>{text}</Link>;
}
