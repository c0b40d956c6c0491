'use client';

import { CircleCheck, Clock } from 'lucide-react';
import { keyState, type KeyState } from '#app/(console)/groups/[group]/keys/key-state.ts';
import { Badge, type BadgeTone } from '#components/ui/text/badge.tsx';
import { useNow } from '#components/ui/text/relative-time.tsx';
import type { IdentityKey } from '#lib/client/resources/resources.ts';

const BADGES: Record<KeyState, { tone: BadgeTone; icon: typeof Clock; word: string }> = {
  active: { tone: 'accent', icon: CircleCheck, word: 'Active' },
  ending: { tone: 'warn', icon: Clock, word: 'Expires soon' },
  expired: { tone: 'neutral', icon: Clock, word: 'Expired' },
};

/** Whether the key still works. Updates when the key expires. */
export function KeyBadge({ identityKey }: { identityKey: IdentityKey }) {
  const { tone, icon, word } = BADGES[keyState(identityKey, useNow())];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
