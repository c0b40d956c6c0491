import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { readCaller } from '#app/(console)/caller.ts';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { ConsoleFrame } from '#components/frame/console-frame.tsx';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';
import { rootLeaves } from '#lib/client/resources/tree-pages.ts';
import {
  parseRail,
  RAIL_COOKIE,
  SCOPES_COOKIE,
} from '#components/frame/preferences/preferences.ts';
import { ScopesProvider } from '#components/frame/preferences/scopes-provider.tsx';
import { PATH_HEADER } from '#lib/auth/own-headers.ts';
import { currentSession } from '#lib/auth/sessions/page-session.ts';

/** Every page behind sign-in. A visitor without a session signs in first and comes back. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const requested = (await headers()).get(PATH_HEADER) ?? '/';
  const [session, caller] = await Promise.all([currentSession(), readCaller()]);
  if (session === null) {
    redirect(`/sign-in?callbackUrl=${encodeURIComponent(requested)}`);
  }
  const sent = await cookies();
  const rail = parseRail(sent.get(RAIL_COOKIE)?.value);
  return (
    <Prefetched
      fill={async (client) => {
        client.setQueryData(currentCaller().queryKey, caller);
        if (caller) await prefetch(client, rootLeaves(caller.topGroups));
      }}
    >
      <ScopesProvider person={personOf(caller)} cookie={sent.get(SCOPES_COOKIE)?.value}>
        <ConsoleFrame rail={rail}>{children}</ConsoleFrame>
      </ScopesProvider>
    </Prefetched>
  );
}
