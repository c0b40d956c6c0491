'use client';

import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react';
import { Badge, type BadgeTone } from '#components/ui/text/badge.tsx';
import type { Subscription } from '#lib/client/resources/resources.ts';

type State = Subscription['state'];

const BADGES: Readonly<Record<State, { tone: BadgeTone; icon: typeof CircleCheck; word: string }>> =
  {
    STATE_UNSPECIFIED: { tone: 'neutral', icon: CirclePause, word: 'Unknown' },
    ACTIVE: { tone: 'accent', icon: CircleCheck, word: 'Active' },
    FAILING: { tone: 'warn', icon: TriangleAlert, word: 'Failing' },
    DISABLED: { tone: 'neutral', icon: CirclePause, word: 'Disabled' },
  };

const REASONS: Readonly<Record<NonNullable<Subscription['reason']>, string>> = {
  REASON_UNSPECIFIED: '',
  REQUESTED: 'Somebody disabled it.',
  GONE: 'The target answered that it is gone.',
  NOT_DELIVERED: 'The target does not take events.',
  NO_RIGHTS: 'The identity that it acts as sees nothing of this.',
  NO_ADDRESS: 'Its person has no verified e-mail address.',
  NO_VIEW: 'Its person no longer sees the saved view.',
  NO_MAIL: 'This installation sends no e-mail.',
  UNSUBSCRIBED: 'Its person ended it by the link in a digest.',
};

export const reasonText = ({ reason }: Subscription): string =>
  reason === undefined ? '' : REASONS[reason];

/** Whether it delivers. */
export function SubscriptionBadge({ subscription }: { subscription: Subscription }) {
  const { tone, icon, word } = BADGES[subscription.state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
