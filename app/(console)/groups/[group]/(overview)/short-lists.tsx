import { NextLink } from '#components/ui/buttons/next-link.tsx';
import type { ReactNode } from 'react';
import { activityText } from '#app/(console)/groups/[group]/activity/activity-words.ts';
import { Actor } from '#app/(console)/groups/[group]/activity/actor.tsx';
import { Subject } from '#app/(console)/groups/[group]/activity/subject.tsx';
import { wasSeen } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import {
  NoLines,
  Section,
  WaitingLines,
} from '#app/(console)/groups/[group]/(overview)/section.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { acts, changesQuery } from '#lib/client/activity/audit-subjects.ts';
import { groupPath, resourcePath } from '#lib/client/paths.ts';
import type { Names } from '#lib/client/resources/names.ts';
import type { AuditEvent, Identity } from '#lib/client/resources/resources.ts';
import type { GroupSummary } from '#lib/client/resources/summary.ts';
import { numberText } from '#lib/client/counted.ts';

const all = (count: string | undefined, words: string) =>
  count === undefined ? words : `${numberText(Number(count))} ${words}`;

/** One resource or event in a line, with its past or future time. */
function Line(props: {
  href: string;
  name: ReactNode;
  detail?: ReactNode;
  /** A second line. */
  below?: ReactNode;
  time: string;
  /** Replaces the text of the time. */
  timeText?: string;
}) {
  return (
    <li className="relative flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line px-1 py-1 hover:bg-paper-2">
      <NextLink
        href={props.href}
        className="min-w-0 truncate rounded-sm font-medium after:absolute after:inset-0"
      >
        {props.name}
      </NextLink>
      {props.detail && <span className="min-w-0 flex-1 truncate text-ink-2">{props.detail}</span>}
      <span className="relative z-1 ml-auto shrink-0 text-sm text-ink-2">
        {props.timeText ?? <RelativeTime value={props.time} />}
      </span>
      {props.below && <div className="w-full truncate text-sm text-ink-2">{props.below}</div>}
    </li>
  );
}

/** Links a page under the group of the overview, so that the group stays selected. */
const identityLine = (group: string) => (identity: Identity) => (
  <Line
    key={identity.uid}
    href={resourcePath('identities', identity.uid, group)}
    name={identity.name}
    detail={identity.email ?? identity.claimMatch.subject}
    time={identity.lastSeenTime}
    {...(!wasSeen(identity) && { timeText: 'Never seen' })}
  />
);

/** The identities seen last. */
export function RecentlySeen(props: { uid: string; figures: GroupSummary['identities'] }) {
  const { uid, figures } = props;
  return (
    <Section
      title="Recently seen"
      href={`${groupPath(uid, 'identities')}?scope=below&order_by=last_seen_at+desc`}
      more={all(figures?.seenRecently, 'in the last 7 days')}
    >
      {!figures ? (
        <WaitingLines count={5} />
      ) : figures.recent.length === 0 ? (
        <NoLines>No identity has been seen yet.</NoLines>
      ) : (
        <ul>{figures.recent.map(identityLine(uid))}</ul>
      )}
    </Section>
  );
}

/** Identities not seen for a long time. They may no longer need access. */
export function LongUnseen(props: { uid: string; figures: GroupSummary['identities'] }) {
  const { uid, figures } = props;
  return (
    <Section
      title="Not seen for 90 days"
      href={`${groupPath(uid, 'identities')}?scope=below&unseen_days=90&order_by=last_seen_at`}
      more={all(figures?.longUnseen, 'identities')}
    >
      {!figures ? (
        <WaitingLines count={5} />
      ) : figures.unseen.length === 0 ? (
        <NoLines>None. Every identity was seen or created in the last 90 days.</NoLines>
      ) : (
        <ul>{figures.unseen.map(identityLine(uid))}</ul>
      )}
    </Section>
  );
}

/** Open invites, the first to expire first. */
export function ExpiringInvites(props: { uid: string; figures: GroupSummary['groupInvites'] }) {
  const { uid, figures } = props;
  return (
    <Section
      title="Open invites"
      href={`${groupPath(uid, 'invites')}?scope=below&order_by=expires_at`}
      more={all(figures?.open, 'open')}
    >
      {!figures ? (
        <WaitingLines count={2} />
      ) : figures.expiring.length === 0 ? (
        <NoLines>None. An invite lets somebody join a group with a role.</NoLines>
      ) : (
        <ul>
          {figures.expiring.map((invite) => (
            <Line
              key={invite.uid}
              href={`${groupPath(uid, 'invites')}?scope=below&order_by=expires_at`}
              name={invite.email ?? 'Anyone with the link'}
              detail={`as ${invite.role.name}`}
              time={invite.expirationTime}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Who made a change, and in which group if it is not the one of the page. */
function WhoAndWhere(props: { event: AuditEvent; group: string; names: Names | undefined }) {
  const { event, group, names } = props;
  const place = event.group === group ? undefined : names?.get(event.group);
  return (
    <>
      by <Actor actor={event.actor} names={names} />
      {place !== undefined && <span> in {place}</span>}
    </>
  );
}

/** The latest changes. */
export function RecentChanges(props: { uid: string; events: readonly AuditEvent[] | undefined }) {
  const { uid, events } = props;
  const names = useNames(changesQuery(events ?? []));
  return (
    <Section
      title="Recent changes"
      href={`${groupPath(uid, 'activity')}?scope=below`}
      more="All activity"
    >
      {!events ? (
        <WaitingLines count={8} />
      ) : events.length === 0 ? (
        <NoLines>No changes yet.</NoLines>
      ) : (
        <ul>
          {acts(events).map(([event, ...more]) => (
            <Line
              key={event.uid}
              href={resourcePath('activity', event.uid, uid)}
              name={activityText(event)}
              detail={
                <>
                  <Subject event={event} names={names} />
                  {more.length > 0 && <span> and {numberText(more.length)} more</span>}
                </>
              }
              below={<WhoAndWhere event={event} group={uid} names={names} />}
              time={event.createTime}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
