import { Ban, Hourglass } from 'lucide-react';
import { Badge } from '#components/ui/text/badge.tsx';
import type { Identity } from '#lib/client/resources/resources.ts';

/** Shown while the identity is blocked, or its person has not joined. */
export function StandingBadge({ identity }: { identity: Identity | undefined }) {
  if (identity?.unconfirmedTime !== undefined && identity.blockedTime === undefined) {
    return (
      <Badge tone="warn" icon={Hourglass}>
        Not joined
      </Badge>
    );
  }
  if (identity?.blockedTime === undefined) return null;
  return (
    <Badge tone="danger" icon={Ban}>
      Blocked
    </Badge>
  );
}
