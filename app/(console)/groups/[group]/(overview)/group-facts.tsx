import { BadgeCheck } from 'lucide-react';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { Group } from '#lib/client/resources/queries.ts';

/** All facts of a group. */
export function GroupFacts({ uid, group }: { uid: string; group: Group | undefined }) {
  return (
    <Facts>
      <Fact label="Name">{group?.name}</Fact>
      <Fact label="Description">{group && (group.description || null)}</Fact>
      <Fact label="Uid">
        <CopyText value={uid} label="uid" isWhole />
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
