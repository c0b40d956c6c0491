import { Ban } from 'lucide-react';
import { Badge } from '#components/ui/text/badge.tsx';
import type { Identity } from '#lib/client/resources/resources.ts';

/** Shown while the identity is blocked. */
export function BlockedBadge({ identity }: { identity: Identity | undefined }) {
  if (identity?.blockedTime === undefined) return null;
  return (
    <Badge tone="danger" icon={Ban}>
      Blocked
    </Badge>
  );
}
