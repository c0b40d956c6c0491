'use client';

import { Building2, Inbox, Keyboard, LogOut, Monitor, Moon, Sun, UserKey } from 'lucide-react';
import { askingSentence } from '#components/frame/asking-text.ts';
import { useTheme } from '#components/frame/preferences/theme.tsx';
import { useOtherPages } from '#components/frame/use-other-pages.ts';
import { useMedia } from '#components/ui/hooks/use-media.ts';
import { MenuChoice, MenuItem, MenuSeparator } from '#components/ui/overlays/menu.tsx';
import { Kbd } from '#components/ui/text/kbd.tsx';
import { MY_ACCESS_PATH, REQUESTS_PATH } from '#lib/client/access/request-paths.ts';
import { settingsPath } from '#lib/client/paths.ts';

const THEME_OPTIONS = [
  { id: 'system', label: 'System', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

/** From this width on, the rail is visible. */
const WITH_RAIL = '(min-width: 48rem)';

export interface AccountItemsProps {
  /** How many organizations ask the person to join them. */
  asking: number;
  /** How many requests for access wait for an answer of the person. */
  waiting: number;
  onHelp: () => void;
  onSignOut: () => void;
}

/** The items of the account menu, which load once it opens. */
export default function AccountItems({ asking, waiting, onHelp, onSignOut }: AccountItemsProps) {
  const { theme, setTheme } = useTheme();
  const hasRail = useMedia(WITH_RAIL);
  const pages = useOtherPages().filter(({ isPersonal }) => isPersonal || !hasRail);
  return (
    <>
      {asking > 0 && (
        <MenuItem icon={Building2} href={settingsPath('organizations')}>
          {askingSentence(asking)}
        </MenuItem>
      )}
      <MenuItem icon={UserKey} href={MY_ACCESS_PATH}>
        My access
      </MenuItem>
      <MenuItem icon={Inbox} href={REQUESTS_PATH}>
        {waiting === 0 ? 'Requests' : `Requests: ${waiting} waiting`}
      </MenuItem>
      {pages.map(({ label, icon, href }) => (
        <MenuItem key={label} icon={icon} href={href}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={Keyboard} onAction={onHelp} shortcut={<Kbd>?</Kbd>}>
        Keyboard
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" options={THEME_OPTIONS} value={theme} onChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={LogOut} onAction={onSignOut}>
        Sign out
      </MenuItem>
    </>
  );
}
