'use client';

import { CircleUser } from 'lucide-react';
import type { AccountItemsProps } from '#components/frame/account-items.tsx';
import { askingText } from '#components/frame/asking-text.ts';
import { initialsOf } from '#components/frame/initials.ts';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { later } from '#components/ui/later.tsx';
import { Menu } from '#components/ui/overlays/menu.tsx';

const AccountItems = later(() => import('#components/frame/account-items.tsx'));

export interface AccountMenuProps extends AccountItemsProps {
  /** The e-mail address and the name of the signed-in person, if known. */
  email: string | undefined;
  name: string | undefined;
}

/** The signed-in person, the theme, keyboard help, sign-out, and on a phone the links of the rail. */
export function AccountMenu({ email, name, asking, waiting, onHelp, onSignOut }: AccountMenuProps) {
  const initials = initialsOf(name ?? '') || initialsOf(email ?? '');
  const who = email ?? name ?? '';
  return (
    <Menu
      label="Account"
      onPrepare={AccountItems.prepare}
      trigger={
        <PlainButton
          hint="Account"
          aria-label={[
            `Account ${initials}`.trim(),
            ...(asking > 0 ? [askingText(asking)] : []),
            ...(waiting > 0 ? [`${waiting} waiting`] : []),
          ].join(', ')}
          className="group relative flex size-8 items-center justify-center rounded pointer-coarse:size-10"
        >
          <span
            aria-hidden
            className="flex size-7 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent transition-colors duration-120 group-hover:bg-accent group-hover:text-on-accent"
          >
            {initials || <CircleUser size={16} />}
          </span>
          {asking + waiting > 0 && (
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
      <AccountItems asking={asking} waiting={waiting} onHelp={onHelp} onSignOut={onSignOut} />
    </Menu>
  );
}
