'use client';

import { useQuery } from '@tanstack/react-query';
import {
  BookOpen,
  Cloud,
  FileText,
  FolderPlus,
  History,
  IdCard,
  Inbox,
  Keyboard,
  Key,
  KeyRound,
  LayoutDashboard,
  ListTree,
  LogOut,
  type LucideIcon,
  Mail,
  Monitor,
  Moon,
  Package,
  SearchCheck,
  Server,
  Settings,
  ShieldAlert,
  SquareCheckBig,
  Sun,
  UserKey,
  Workflow,
  Webhook,
} from 'lucide-react';
import { maySeeSystem } from '#lib/client/system/system.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { GROUP_TABS, type GroupTab } from '#lib/client/group-tabs.ts';
import { useTheme } from '#components/frame/preferences/theme.tsx';
import { useAreas } from '#components/frame/use-areas.ts';
import { useScope } from '#components/frame/use-scope.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { missingReason, TO_CONNECT } from '#lib/client/access/capabilities.ts';
import { askPath, MY_ACCESS_PATH, REQUESTS_PATH } from '#lib/client/access/request-paths.ts';
import {
  apiReferencePath,
  connectPath,
  docsPath,
  SYSTEM_PATH,
  explainPath,
  groupPath,
  newPath,
  settingsPath,
} from '#lib/client/paths.ts';

export interface Command {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** The equivalent keyboard shortcut. */
  keys?: string;
  href?: string;
  /** Called before `href` opens, if both are set. */
  run?: () => void;
  /** Distinguishes entries with the same label. */
  detail?: string;
  /** The entry leads to the full list of a section. */
  isMore?: boolean;
  /** Why the action is not possible here. */
  disabledReason?: string | false;
}

export interface CommandSection {
  title: string;
  /** A sentence under the title. */
  note?: string;
  commands: readonly Command[];
}

export const TAB_ICONS: Record<GroupTab, LucideIcon> = {
  overview: LayoutDashboard,
  children: ListTree,
  identities: IdCard,
  access: UserKey,
  roles: SquareCheckBig,
  keys: Key,
  providers: KeyRound,
  invites: Mail,
  association: Cloud,
  repos: Package,
  advisories: ShieldAlert,
  activity: History,
  subscriptions: Webhook,
};

interface Make {
  label: string;
  icon: LucideIcon;
  needs: Capability;
}

/** What can be created at each tab of a group; null for nothing. */
export const MAKES: Readonly<Record<GroupTab, Make | null>> = {
  overview: null,
  children: { label: 'New group here', icon: FolderPlus, needs: 'groups.create' },
  identities: { label: 'New identity here', icon: IdCard, needs: 'identity.create' },
  access: { label: 'New role binding here', icon: UserKey, needs: 'role_bindings.create' },
  roles: { label: 'New role here', icon: SquareCheckBig, needs: 'roles.create' },
  keys: { label: 'New key here', icon: Key, needs: 'identity_keys.create' },
  providers: { label: 'New provider here', icon: KeyRound, needs: 'identity_providers.create' },
  invites: { label: 'New invite here', icon: Mail, needs: 'group_invites.create' },
  // A group has at most one, and its tab offers to create it.
  association: null,
  subscriptions: { label: 'New subscription here', icon: Webhook, needs: 'subscriptions.create' },
  repos: null,
  advisories: null,
  activity: null,
};

const SETTINGS = [
  'profile',
  'organizations',
  'password',
  'security',
  'sessions',
  'appearance',
] as const;

/** Whether each typed word is the start of a word in the label. */
export function matches(label: string, needle: string): boolean {
  const words = label.toLowerCase().split(/[^a-z0-9]+/);
  const typed = needle.toLowerCase().split(/\s+/).filter(Boolean);
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}

/** The palette's entries before anything is typed. */
export function usePaletteCommands(actions: {
  onSignOut: () => void;
  onHelp: () => void;
}): CommandSection[] {
  const { group, tab: current } = useScope();
  const areas = useAreas(group ?? '', current);
  const visible = areas.flatMap(({ tabs, unused }) => [...tabs, ...unused]);
  const { setTheme } = useTheme();
  const { data: caller } = useQuery(currentCaller());
  const here: Command[] = group
    ? GROUP_TABS.filter(({ id }) => visible.includes(id)).map((tab) => ({
        id: `tab-${tab.id}`,
        label: `Go to ${tab.label.toLowerCase()}`,
        detail: areas.find(({ id }) => id === tab.area)?.label ?? '',
        icon: TAB_ICONS[tab.id],
        keys: `g ${tab.key}`,
        href: groupPath(group, tab.id),
      }))
    : [];
  const makes: Command[] = group
    ? GROUP_TABS.flatMap(({ id: tab }) => {
        const make = MAKES[tab];
        if (make === null) return [];
        const { label, icon, needs } = make;
        const disabledReason = missingReason(caller?.capabilities, group, needs);
        return [{ id: `new-${tab}`, label, icon, href: newPath(group, tab), disabledReason }];
      })
    : [];
  if (group) {
    makes.push({
      id: 'connect',
      label: 'Connect a workflow here',
      icon: Workflow,
      href: connectPath(group),
      disabledReason: missingReason(caller?.capabilities, group, ...TO_CONNECT),
    });
  }
  return [
    { title: 'This group', commands: [...here, ...makes] },
    {
      title: 'Grove',
      commands: [
        { id: 'my-access', label: 'My access', icon: UserKey, href: MY_ACCESS_PATH },
        {
          id: 'ask',
          label: 'Ask for access',
          icon: UserKey,
          href: askPath(group ?? undefined),
        },
        { id: 'requests', label: 'Requests', icon: Inbox, href: REQUESTS_PATH },
        {
          id: 'explain',
          label: 'Explain access',
          icon: SearchCheck,
          href: explainPath({ group: group ?? undefined }),
        },
        {
          id: 'api-reference',
          label: 'API reference',
          icon: BookOpen,
          href: apiReferencePath(),
        },
        { id: 'docs', label: 'Documents', icon: FileText, href: docsPath() },
        ...(maySeeSystem(caller)
          ? [{ id: 'system', label: 'System', icon: Server, href: SYSTEM_PATH }]
          : []),
        ...SETTINGS.map((page) => ({
          id: `settings-${page}`,
          label: `Settings: ${page}`,
          icon: Settings,
          href: settingsPath(page),
        })),
        {
          id: 'theme-system',
          label: 'Theme: system',
          icon: Monitor,
          run: () => setTheme('system'),
        },
        { id: 'theme-light', label: 'Theme: light', icon: Sun, run: () => setTheme('light') },
        { id: 'theme-dark', label: 'Theme: dark', icon: Moon, run: () => setTheme('dark') },
        { id: 'help', label: 'Keyboard', icon: Keyboard, keys: '?', run: actions.onHelp },
        { id: 'sign-out', label: 'Sign out', icon: LogOut, run: actions.onSignOut },
      ],
    },
  ];
}
