'use client';

import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { EndSessions } from '#app/(console)/settings/sessions/end-sessions.tsx';
import { Section } from '#app/(console)/settings/section.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Badge } from '#components/ui/text/badge.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { type OwnSession, ownSessions } from '#lib/client/session/sessions.ts';
import { deviceOf } from '#lib/user-agent.ts';

/** The person's sessions, and a way to end them. */
export function SessionList() {
  const result = useQuery(ownSessions());
  const [ending, setEnding] = useState<OwnSession | 'others' | null>(null);
  const sessions = result.data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <Section
      title="Where you are signed in"
      about="A session expires after 12 hours without use, and after 30 days at the latest. Your organization may set less."
    >
      {result.isError && !sessions && (
        <QueryProblem title="Your sessions could not be loaded" query={result} />
      )}
      {result.isPending && (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-15 w-full" />
        </div>
      )}
      {sessions && (
        <ul aria-label="Sessions" className="border-t border-line">
          {sessions.map((session) => (
            <Session key={session.uid} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      <Button
        className="self-start"
        disabledReason={sessions && others === 0 && 'There is no other session'}
        onPress={() => setEnding('others')}
      >
        Sign out everywhere else
      </Button>
      {ending && <EndSessions what={ending} others={others} onClose={() => setEnding(null)} />}
    </Section>
  );
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { userAgent, network, passkey, current, createTime, lastSeenTime, expireTime } = session;
  const { name, isPhone } = deviceOf(userAgent);
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <Icon aria-hidden size={16} className="shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2">
          <span title={userAgent} className="truncate font-medium">
            {name}
          </span>
          {current && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          {!current && (
            <span>
              Seen <RelativeTime value={lastSeenTime} />
            </span>
          )}
          <span>
            Signed in <RelativeTime value={createTime} />
            {passkey && <span> with a passkey</span>}
            {network && <span className="wrap-anywhere"> from {network}</span>}
          </span>
          <span className="max-sm:hidden">
            Ends <RelativeTime value={expireTime} />
          </span>
        </p>
      </div>
      {!current && (
        <Button size="sm" onPress={onEnd}>
          Sign out<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
