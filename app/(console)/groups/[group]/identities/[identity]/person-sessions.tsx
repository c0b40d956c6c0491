'use client';

import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { later } from '#components/ui/later.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { resourcePath } from '#lib/client/paths.ts';
import {
  type PersonSession,
  type PersonSessions as Answer,
  personSessions,
} from '#lib/client/resources/person-sessions.ts';
import { deviceOf } from '#lib/user-agent.ts';

const EndPersonSessions = later(
  () => import('#app/(console)/groups/[group]/identities/[identity]/end-person-sessions.tsx'),
);

/** The sessions of the person, for people who may end them. */
export function PersonSessions({ uid }: { uid: string }) {
  const { data, error, isPending } = useQuery(personSessions(uid));
  const [ending, setEnding] = useState<readonly PersonSession[] | null>(null);
  const sessions = data?.sessions ?? [];
  return (
    <section aria-labelledby="person-sessions" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 id="person-sessions" className="text-base font-semibold">
          Sessions
        </h2>
        {sessions.length > 1 && <Button onPress={() => setEnding(sessions)}>End all</Button>}
      </div>
      {isPending && <Skeleton className="h-11 w-full" />}
      {error && (
        <p className="text-ink-2">
          {error instanceof ApiRequestError && error.httpStatus === 403
            ? 'To see the sessions you need the capability role_bindings.delete wherever this person has a role.'
            : 'The sessions could not be loaded.'}
        </p>
      )}
      {data && sessions.length === 0 && (
        <p className="text-ink-2">Not signed in through this organization.</p>
      )}
      {sessions.length > 0 && (
        <ul className="border-t border-line">
          {sessions.map((session) => (
            <Session key={session.uid} session={session} onEnd={() => setEnding([session])} />
          ))}
        </ul>
      )}
      {data && <Providers providers={data.providers} />}
      {ending && (
        <EndPersonSessions identity={uid} sessions={ending} onClose={() => setEnding(null)} />
      )}
    </section>
  );
}

function Session({ session, onEnd }: { session: PersonSession; onEnd: () => void }) {
  const { userAgent, passkey, providerName, createTime, lastSeenTime } = session;
  const { name, isPhone } = deviceOf(userAgent);
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-2">
      <Icon aria-hidden size={16} className="shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <span title={userAgent} className="min-w-0 flex-1 truncate font-medium max-sm:basis-full">
          {name}
        </span>
        <span className="text-sm text-ink-2">
          Used <RelativeTime value={lastSeenTime} />
        </span>
        <span className="text-sm text-ink-2">
          Signed in <RelativeTime value={createTime} />{' '}
          <span className="wrap-anywhere">
            {providerName === undefined
              ? `with a ${passkey ? 'passkey' : 'password'}`
              : `through ${providerName}`}
          </span>
        </span>
      </div>
      <Button size="sm" onPress={onEnd}>
        End<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

function Providers({ providers }: Pick<Answer, 'providers'>) {
  if (providers.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-ink-2">
      Can sign in through
      {providers.map(({ uid, name }) => (
        <Link key={uid} href={resourcePath('providers', uid)}>
          {name}
        </Link>
      ))}
    </p>
  );
}
