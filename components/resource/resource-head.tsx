'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { cx } from '#components/ui/text/cx.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { labelOfTab } from '#lib/client/group-areas.ts';
import type { GroupTab } from '#lib/client/group-tabs.ts';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';

export interface ResourceHeadProps {
  /** The tab of the list that contains the resource, for the link back. */
  tab: GroupTab;
  uid: string;
  /** Undefined while the resource loads. */
  name: string | undefined;
  /** Sets the name in mono, for names of machines. */
  mono?: boolean;
  /** The last name of the resource's group, if that was deleted. */
  deletedGroup?: string | undefined;
  /** Beside the name. */
  badge?: ReactNode;
  /** The actions. */
  children?: ReactNode;
}

/** The header of a resource's own page. */
export function ResourceHead(props: ResourceHeadProps) {
  const { tab, uid, name, mono, badge, children } = props;
  const { group, list } = useShownIn(tab, uid);
  const holder = parentUid(uid);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link href={list}>{labelOfTab(tab)}</Link>
        <h1
          className={cx(
            'min-w-0 text-xl font-semibold tracking-tight break-words',
            mono && 'font-mono',
          )}
        >
          {name ?? <Skeleton className="h-5 w-40" />}
        </h1>
        {badge}
        {holder !== null &&
          holder !== group &&
          (props.deletedGroup === undefined ? (
            <Holder uid={holder} tab={tab} />
          ) : (
            <span className="text-ink-2">in {props.deletedGroup} (deleted)</span>
          ))}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}

/** Names the group of the resource, if another one is selected. */
function Holder({ uid, tab }: { uid: string; tab: GroupTab }) {
  const { data: names } = useQuery(namesQuery('groups', [uid]));
  if (names === undefined) return <Skeleton className="h-4 w-24 self-center" />;
  return (
    <span className="text-ink-2">
      in <Link href={groupPath(uid, tab)}>{names.get(uid) ?? 'a group you cannot see'}</Link>
    </span>
  );
}
