import { BadgeCheck } from 'lucide-react';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import type { Group } from '#lib/client/resources/queries.ts';

/** The fields of a group other than its name. */
export function GroupFacts({ group }: { group: Group | undefined }) {
  return (
    <Facts>
      <Fact label="Description">{group && (group.description || null)}</Fact>
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
    </Facts>
  );
}
