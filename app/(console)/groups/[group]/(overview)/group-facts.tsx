'use client';

import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { CHILDREN_LIST } from '#app/(console)/groups/[group]/children/child-groups.tsx';
import { Fact, Facts } from '#components/facts.tsx';
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
    <Facts>
      <Fact label="Name">{group?.name}</Fact>
      <Fact label="Description">{group && (group.description || null)}</Fact>
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
    </Facts>
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
