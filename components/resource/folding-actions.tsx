'use client';

import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/buttons/button.tsx';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';

export interface FoldingAction {
  label: string;
  icon: LucideIcon;
  /** The address that the action opens. Without one, the action calls `onPress`. */
  href?: string;
  onPress?: () => void;
  isDanger?: boolean;
  disabledReason?: string | false;
}

const LABEL = 'More actions';

/** Actions beside the main ones: buttons, which fold into a menu on a phone. */
export function FoldingActions({ actions }: { actions: readonly FoldingAction[] }) {
  return (
    <>
      <div className="contents max-sm:hidden">
        {actions.map(({ label, icon, href, onPress, disabledReason }) =>
          href === undefined ? (
            <Button key={label} icon={icon} disabledReason={disabledReason} onPress={onPress}>
              {label}
            </Button>
          ) : (
            <ButtonLink key={label} href={href} icon={icon}>
              {label}
            </ButtonLink>
          ),
        )}
      </div>
      <div className="sm:hidden">
        <Menu
          label={LABEL}
          trigger={<IconButton label={LABEL} icon={Ellipsis} variant="secondary" />}
        >
          {actions.map(({ label, onPress, ...action }) => (
            <MenuItem key={label} {...action} onAction={onPress}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </>
  );
}
