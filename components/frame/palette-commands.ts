'use client';

import { useQuery } from '@tanstack/react-query';
import {
  Cloud,
  FolderPlus,
  History,
  IdCard,
  Keyboard,
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
  Settings,
  ShieldAlert,
  SquareCheckBig,
  Sun,
  UserKey,
} from 'lucide-react';
import { currentCaller } from '#components/frame/data.ts';
import { GROUP_TABS, type GroupTab } from '#components/frame/tabs.ts';
import { useTheme } from '#components/frame/theme.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { missingReason } from '#lib/client/capabilities.ts';
import { explainPath, groupPath, newGroupPath, settingsPath } from '#lib/client/paths.ts';

export interface Command {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** Keys that do the same. */
  keys?: string;
  href?: string;
  run?: () => void;
}

export interface CommandSection {
  title: string;
  commands: readonly Command[];
}

const TAB_ICONS: Record<GroupTab, LucideIcon> = {
  overview: LayoutDashboard,
  children: ListTree,
  identities: IdCard,
  access: UserKey,
  roles: SquareCheckBig,
  providers: KeyRound,
  invites: Mail,
  association: Cloud,
  repos: Package,
  advisories: ShieldAlert,
  activity: History,
};

const SETTINGS = ['profile', 'password', 'sessions', 'appearance'] as const;

/** What the palette offers here, before anything is typed. */
export function usePaletteCommands(actions: {
  onSignOut: () => void;
  onHelp: () => void;
}): CommandSection[] {
  const { group } = useScope();
  const { setTheme } = useTheme();
  const { data: caller } = useQuery(currentCaller());
  const here: Command[] = group
    ? GROUP_TABS.map((tab) => ({
        id: `tab-${tab.id}`,
        label: `Go to ${tab.label.toLowerCase()}`,
        icon: TAB_ICONS[tab.id],
        keys: `g ${tab.key}`,
        href: groupPath(group, tab.id),
      }))
    : [];
  if (group && !missingReason(caller?.capabilities, group, 'groups.create')) {
    const href = newGroupPath(group);
    here.push({ id: 'new-group', label: 'New group here', icon: FolderPlus, href });
  }
  return [
    { title: 'This group', commands: here },
    {
      title: 'Grove',
      commands: [
        {
          id: 'explain',
          label: 'Explain access',
          icon: SearchCheck,
          href: explainPath({ group: group ?? undefined }),
        },
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
