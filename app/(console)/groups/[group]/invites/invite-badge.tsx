'use client';

import { Ban, CircleCheck, CircleHelp, Clock } from 'lucide-react';
import {
  type Acceptances,
  inviteState,
  type InviteState,
} from '#app/(console)/groups/[group]/invites/invite-state.ts';
import { Badge, type BadgeTone } from '#components/ui/text/badge.tsx';
import { useNow } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import type { GroupInvite } from '#lib/client/resources/resources.ts';

const BADGES: Record<InviteState, { tone: BadgeTone; icon: typeof Ban; word: string }> = {
  active: { tone: 'accent', icon: CircleCheck, word: 'Active' },
  used: { tone: 'neutral', icon: Ban, word: 'Used' },
  expired: { tone: 'warn', icon: Clock, word: 'Expired' },
  unknown: { tone: 'neutral', icon: CircleHelp, word: 'Not expired' },
};

/** Whether the invite's link still works. Updates when the invite expires. */
export function InviteBadge(props: { invite: GroupInvite; accepted: Acceptances | undefined }) {
  const { invite, accepted } = props;
  const now = useNow();
  if (accepted === undefined && invite.singleUse) return <Skeleton className="h-3 w-16" />;
  const { tone, icon, word } = BADGES[inviteState(invite, accepted ?? null, now)];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
