'use client';

import {
  BookOpen,
  CircleUser,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  SearchCheck,
  Settings,
  Sun,
} from 'lucide-react';
import { useTheme } from '#components/frame/preferences/theme.tsx';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Kbd } from '#components/ui/text/kbd.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#components/ui/overlays/menu.tsx';
import { apiReferencePath, explainPath, settingsPath } from '#lib/client/paths.ts';

const THEME_OPTIONS = [
  { id: 'system', label: 'System', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

export interface AccountMenuProps {
  /** The e-mail address or name of the signed-in person. */
  who: string;
  onHelp: () => void;
  onSignOut: () => void;
}

/** The signed-in person, the theme, keyboard help, and sign-out. */
export function AccountMenu({ who, onHelp, onSignOut }: AccountMenuProps) {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      label="Account"
      trigger={<IconButton label="Account" icon={CircleUser} />}
      header={
        <p className="px-2 pt-1.5 pb-2">
          <span className="block text-xs text-ink-3">Signed in as</span>
          <span className="block max-w-64 truncate font-medium" title={who}>
            {who}
          </span>
        </p>
      }
    >
      <MenuItem icon={Settings} href={settingsPath('profile')}>
        Settings
      </MenuItem>
      <MenuItem icon={SearchCheck} href={explainPath({})}>
        Explain access
      </MenuItem>
      <MenuItem icon={BookOpen} href={apiReferencePath()}>
        API reference
      </MenuItem>
      <MenuItem icon={Keyboard} onAction={onHelp} shortcut={<Kbd>?</Kbd>}>
        Keyboard
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" options={THEME_OPTIONS} value={theme} onChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={LogOut} onAction={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
