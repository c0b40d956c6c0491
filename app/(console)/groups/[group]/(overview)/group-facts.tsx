'use client';

import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { CHILDREN_LIST } from '#app/(console)/groups/[group]/children/child-groups.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { CopyText } from '#components/ui/copy-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { listQuery, readListState } from '#lib/client/list-state.ts';
import { groupPath } from '#lib/client/paths.ts';
import { type Group, groupsQuery } from '#lib/client/queries.ts';

/** All that is known of a group. */
export function GroupFacts({ uid, group }: { uid: string; group: Group | undefined }) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Fact label="Name">{group?.name}</Fact>
      <Fact label="Description">
        {group && (group.description || <span className="text-ink-3">None</span>)}
      </Fact>
      <Fact label="Uid">
        <CopyText value={uid} label="uid" isWhole />
      </Fact>
      <Fact label="Children">
        <ChildCount uid={uid} />
      </Fact>
      <Fact label="Verified">
        {group &&
          (group.verified ? (
            <Badge tone="accent" icon={BadgeCheck}>
              Verified
            </Badge>
          ) : (
            'No'
          ))}
      </Fact>
      <Fact label="Created">{group && <RelativeTime value={group.createTime} />}</Fact>
      <Fact label="Updated">{group && <RelativeTime value={group.updateTime} />}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-subgrid border-b border-line py-2.5 sm:col-span-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 whitespace-pre-wrap">
        {children ?? <Skeleton className="my-1 h-3 w-40" />}
      </dd>
    </div>
  );
}

const FIRST_VIEW = readListState(new URLSearchParams(), CHILDREN_LIST);

/** The number of children, asked for as the list does, so that opening it has them already. */
function ChildCount({ uid }: { uid: string }) {
  const { data, isError } = useQuery(groupsQuery(listQuery(FIRST_VIEW, uid, 0)));
  if (isError) return <span className="text-ink-2">Not known</span>;
  if (!data) return <Skeleton className="my-1 h-3 w-20" />;
  const count = Number(data.totalCount);
  const text = `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? 'group' : 'groups'}`;
  return (
    <Link href={groupPath(uid, 'children')} className="tabular-nums">
      {text}
    </Link>
  );
}
