'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { AccountMenu } from '#components/frame/account-menu.tsx';
import { later, LIVE_AFTER_MS } from '#components/ui/later.tsx';
import { currentCaller, rootShown, WAITING_COUNT } from '#lib/client/session/caller.ts';
import { DrawerProvider } from '#components/frame/rail/drawer.ts';
import type { Rail as RailState } from '#components/frame/preferences/preferences.ts';
import { Reauthentication } from '#components/frame/reauthentication/reauthentication.tsx';
import { Rail } from '#components/frame/rail/rail.tsx';
import { RailLinks } from '#components/frame/rail/rail-links.tsx';
import { RailTree } from '#components/frame/rail/rail-tree.tsx';
import { NoConnection } from '#components/frame/no-connection.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { heldKeys, holdKeys } from '#components/frame/palette/held-keys.ts';
import { askBy } from '#lib/client/api.ts';
import { GROUP_TABS } from '#lib/client/group-tabs.ts';
import { keepLastChange } from '#components/undo/last-change.ts';
import { TopBar } from '#components/frame/top-bar.tsx';
import { TreeDrawer } from '#components/frame/rail/tree-drawer.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useExpansion } from '#components/group-tree/use-tree.ts';
import { IconLink } from '#components/ui/buttons/icon-link.tsx';
import { isOffering, toast } from '#components/ui/feedback/toast.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, newGroupPath } from '#lib/client/paths.ts';
import { askingOf } from '#lib/client/session/organizations.ts';
import { signOut } from '#lib/client/session/sign-out.ts';

type Overlay = 'palette' | 'help' | 'tree' | null;

/* Overlays load on demand, so that no page waits for them. */
const Palette = later(() => import('#components/frame/palette/palette.tsx'));
const Help = later(() => import('#components/frame/help.tsx'));
const PolicyNotice = later(() => import('#components/frame/policy-notice.tsx'));
const Live = later(() => import('#components/frame/live/live.tsx'), LIVE_AFTER_MS);
const NoAccess = later(() => import('#components/frame/no-access.tsx'));

const undoAgain = async (client: QueryClient) =>
  (await import('#components/undo/offer-again.ts')).offerAgain(client);

/** What somebody may do, requests, their settings, the documents and the API reference. */
const FOR_EVERYONE = /^\/(?:my-access|requests|settings|docs|api-reference)(?:\/|$)/;

interface ConsoleFrameProps {
  rail: RailState;
  /** The uid of the event before the page was read. */
  newestEvent: Promise<string> | string;
  children: ReactNode;
}

/** The frame of every console page: top bar, tree, palette, keyboard shortcuts. */
export function ConsoleFrame({ rail, children, ...props }: ConsoleFrameProps) {
  const router = useRouter();
  const client = useQueryClient();
  const { group } = useScope();
  const caller = useQuery(currentCaller());
  const { data: waiting = 0 } = useQuery<number>({ queryKey: WAITING_COUNT, enabled: false });
  const expansion = useExpansion();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const close = () => {
    heldKeys();
    setOverlay(null);
  };
  const search = () => {
    holdKeys();
    setOverlay('palette');
  };

  const leave = () => {
    // Requests under way lose their session, and nobody should have to confirm a sign-in for them.
    const askAgain = askBy(async () => false);
    signOut().then(
      () => {
        client.clear();
        keepLastChange(null);
        window.location.assign('/sign-in');
      },
      () => {
        askAgain();
        toast({ title: 'Signing out failed. Try again.', tone: 'problem' });
      },
    );
  };
  useShortcuts({
    'mod+k': overlay === 'palette' ? close : search,
    '?': () => setOverlay('help'),
    // An offer has the key itself.
    get z() {
      return isOffering() ? undefined : () => void undoAgain(client);
    },
    ...Object.fromEntries(
      GROUP_TABS.map(({ id, key }) => [
        `g ${key}`,
        group ? () => router.push(groupPath(group, id)) : undefined,
      ]),
    ),
  });
  const drawer = useMemo(() => ({ open: () => setOverlay('tree') }), []);

  const needsGroups = !FOR_EVERYONE.test(usePathname());
  const unmet = caller.data?.unmetPolicies ?? [];
  const reachesNothing = caller.data?.topGroups.length === 0 && unmet.length === 0;
  // Whoever loses their last group keeps what they typed in it.
  const [hasReached, setReached] = useState(false);
  if (!hasReached && caller.data && !reachesNothing) setReached(true);
  const isKept = hasReached && group !== null;
  const root = rootShown(group, caller.data);
  const newGroup = group && (
    <IconLink
      label="New group here"
      icon={FolderPlus}
      href={newGroupPath(group)}
      disabledReason={missingReason(caller.data?.capabilities, group, 'groups.create')}
    />
  );
  const tree = <RailTree caller={caller} expansion={expansion} onOpen={close} />;
  return (
    <DrawerProvider value={drawer}>
      <div className="flex h-dvh flex-col print:block print:h-auto">
        <a
          href="#content"
          className="sr-only z-50 rounded bg-ink px-3 py-2 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        <TopBar
          onSearch={search}
          onSearchLikely={Palette.prepare}
          account={
            <AccountMenu
              email={caller.data?.principal.email}
              name={caller.data?.principal.name}
              asking={askingOf(caller.data).length}
              waiting={waiting}
              onHelp={() => setOverlay('help')}
              onSignOut={leave}
            />
          }
        />
        <div className="flex min-h-0 flex-1 print:block">
          <Rail initial={rail} action={newGroup}>
            {tree}
          </Rail>
          {caller.data && reachesNothing && needsGroups && !isKept ? (
            <NoAccess caller={caller.data} />
          ) : (
            <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
              {/* Pages of a group show unmet policies themselves. */}
              {unmet.length > 0 && needsGroups && group === null && (
                <div className="shrink-0 px-4 pt-4 sm:px-6">
                  <PolicyNotice unmet={unmet} />
                </div>
              )}
              {children}
            </main>
          )}
        </div>
        {root !== undefined && <Live key={root} root={root} newest={props.newestEvent} />}
      </div>
      <Reauthentication />
      <NoConnection />
      {overlay === 'tree' && (
        <TreeDrawer onClose={close} action={newGroup}>
          {tree}
          <RailLinks onOpen={close} />
        </TreeDrawer>
      )}
      {overlay === 'help' && <Help onClose={close} />}
      {overlay === 'palette' && (
        <Palette onClose={close} onSignOut={leave} onHelp={() => setOverlay('help')} />
      )}
    </DrawerProvider>
  );
}
