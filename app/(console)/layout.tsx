import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { readCaller } from '#app/(console)/caller.ts';
import { newestEvent, prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { ConsoleFrame } from '#components/frame/console-frame.tsx';
import { scopeOf } from '#components/frame/scope-of.ts';
import { type Caller, currentCaller, personOf, rootShown } from '#lib/client/session/caller.ts';
import { rootOf } from '#lib/client/paths.ts';
import { rootLeaves } from '#lib/client/resources/tree-pages.ts';
import {
  parseRail,
  RAIL_COOKIE,
  SCOPES_COOKIE,
} from '#components/frame/preferences/preferences.ts';
import { ScopesProvider } from '#components/frame/preferences/scopes-provider.tsx';
import { PATH_HEADER } from '#lib/auth/own-headers.ts';
import { currentSession } from '#lib/auth/sessions/page-session.ts';

const isIn = ({ topGroups }: Caller, root: string): boolean =>
  topGroups.some(({ uid }) => rootOf(uid) === root);

/** Every page behind sign-in. A visitor without a session signs in first and comes back. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const requested = (await headers()).get(PATH_HEADER) ?? '/';
  const [session, caller] = await Promise.all([currentSession(), readCaller()]);
  if (session === null) {
    redirect(`/sign-in?callbackUrl=${encodeURIComponent(requested)}`);
  }
  const sent = await cookies();
  const root = rootShown(scopeOf(requested).group, caller);
  // Begins before the other reads of the page, and none waits for it.
  const newest = root && caller && isIn(caller, root) ? newestEvent(root) : '';
  const rail = parseRail(sent.get(RAIL_COOKIE)?.value);
  return (
    <Prefetched
      fill={async (client) => {
        client.setQueryData(currentCaller().queryKey, caller);
        if (caller) await prefetch(client, rootLeaves(caller.topGroups));
      }}
    >
      <ScopesProvider person={personOf(caller)} cookie={sent.get(SCOPES_COOKIE)?.value}>
        <ConsoleFrame rail={rail} newestEvent={newest}>
          {children}
        </ConsoleFrame>
      </ScopesProvider>
    </Prefetched>
  );
}
