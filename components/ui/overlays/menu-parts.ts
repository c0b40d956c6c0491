import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, type ReactNode, use } from 'react';

export interface MenuItemProps {
  id?: string | undefined;
  icon?: LucideIcon | undefined;
  href?: string | undefined;
  onAction?: (() => void) | undefined;
  /** Red text for destructive actions. */
  isDanger?: boolean | undefined;
  /** Why it cannot be used now; shown below its label. */
  disabledReason?: string | false | null | undefined;
  /** More about it, shown below its label. */
  detail?: string | undefined;
  /** The equivalent keyboard shortcut. */
  shortcut?: ReactNode;
  children: string;
}

export interface MenuOption {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** Shown at the end of the option's line. */
  detail?: ReactNode;
}

export interface MenuOptionsProps {
  label: string;
  options: readonly MenuOption[];
  values: readonly string[];
  /** Whether several options can be selected instead of exactly one. */
  isMultiple: boolean;
  onChange: (values: readonly string[]) => void;
}

/** Renders the content of a menu. It loads when a menu opens, so that no page waits for it. */
export interface MenuParts {
  /** Closes the menu, gives its button the focus, and calls `go`. */
  leave: (go: () => void) => void;
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
