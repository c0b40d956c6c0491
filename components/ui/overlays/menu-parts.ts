import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, type ReactNode, use } from 'react';

export interface MenuItemProps {
  id?: string | undefined;
  icon?: LucideIcon | undefined;
  href?: string | undefined;
  onAction?: (() => void) | undefined;
  /** Red words for what destroys. */
  isDanger?: boolean | undefined;
  /** Why it cannot be used now; shown under its words. */
  disabledReason?: string | false | null | undefined;
  /** Keys that do the same. */
  shortcut?: ReactNode;
  children: string;
}

export interface MenuOption {
  id: string;
  label: string;
  icon?: LucideIcon;
}

export interface MenuOptionsProps {
  label: string;
  options: readonly MenuOption[];
  values: readonly string[];
  /** Whether any number of them may be chosen rather than exactly one. */
  isMultiple: boolean;
  onChange: (values: readonly string[]) => void;
}

/** How a menu's content is shown. It comes with the menu when that is opened, so that no page waits for it. */
export interface MenuParts {
  Item: ComponentType<MenuItemProps>;
  Options: ComponentType<MenuOptionsProps>;
  Separator: ComponentType;
}

export const MenuPartsContext = createContext<MenuParts | null>(null);

export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (!parts) throw new Error('Menu items stand in a menu');
  return parts;
}
