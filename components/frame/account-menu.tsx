'use client';

import { Building2, CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { askingSentence, askingText } from '#components/frame/asking-text.ts';
import { initialsOf } from '#components/frame/initials.ts';
import { useOtherPages } from '#components/frame/use-other-pages.ts';
import { useTheme } from '#components/frame/preferences/theme.tsx';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { Kbd } from '#components/ui/text/kbd.tsx';
import { useMedia } from '#components/ui/hooks/use-media.ts';
import { settingsPath } from '#lib/client/paths.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#components/ui/overlays/menu.tsx';

const THEME_OPTIONS = [
  { id: 'system', label: 'System', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

/** From this width on, the rail is visible. */
const WITH_RAIL = '(min-width: 48rem)';

export interface AccountMenuProps {
  /** The e-mail address and the name of the signed-in person, if known. */
  email: string | undefined;
  name: string | undefined;
  /** How many organizations ask the person to join them. */
  asking: number;
  onHelp: () => void;
  onSignOut: () => void;
}

/** The signed-in person, the theme, keyboard help, sign-out, and on a phone the links of the rail. */
export function AccountMenu({ email, name, asking, onHelp, onSignOut }: AccountMenuProps) {
  const { theme, setTheme } = useTheme();
  const hasRail = useMedia(WITH_RAIL);
  const pages = useOtherPages().filter(({ isPersonal }) => isPersonal || !hasRail);
  const initials = initialsOf(name ?? '') || initialsOf(email ?? '');
  const who = email ?? name ?? '';
  return (
    <Menu
      label="Account"
      trigger={
        <PlainButton
          hint="Account"
          aria-label={[
            `Account ${initials}`.trim(),
            ...(asking > 0 ? [askingText(asking)] : []),
          ].join(', ')}
          className="group relative flex size-8 items-center justify-center rounded pointer-coarse:size-10"
        >
          <span
            aria-hidden
            className="flex size-7 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent transition-colors duration-120 group-hover:bg-accent group-hover:text-on-accent"
          >
            {initials || <CircleUser size={16} />}
          </span>
          {asking > 0 && (
            <span
              aria-hidden
              className="absolute top-0 right-0 size-2.5 rounded-full border-2 border-paper-2 bg-warn forced-colors:border-[ButtonText]"
            />
          )}
        </PlainButton>
      }
      header={
        <p className="px-2 pt-1.5 pb-2">
          <span className="block text-xs text-ink-3">Signed in as</span>
          <span className="block max-w-64 truncate font-medium" title={who}>
            {who}
          </span>
        </p>
      }
    >
      {asking > 0 && (
        <MenuItem icon={Building2} href={settingsPath('organizations')}>
          {askingSentence(asking)}
        </MenuItem>
      )}
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
    </Menu>
  );
}
