'use client';

import {
  cloneElement,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react';
import { later } from '#components/ui/later.tsx';
import { onMenuKey } from '#components/ui/overlays/menu-keys.ts';
import {
  type MenuItemProps,
  type MenuOption,
  useMenuParts,
} from '#components/ui/overlays/menu-parts.ts';

/** An open menu for a button that controls it. */
export const LazyMenuPopover = later(() => import('#components/ui/overlays/menu-popover.tsx'));

/** Loads the menu code when a person is likely to open a menu. */
export const prepareMenu = LazyMenuPopover.prepare;

interface TriggerProps extends Pick<
  ComponentProps<'button'>,
  'onPointerEnter' | 'onFocus' | 'onKeyDown' | 'aria-haspopup' | 'aria-expanded'
> {
  ref?: Ref<HTMLButtonElement>;
  onPress?: () => void;
}

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<TriggerProps>;
  /** The accessible name of the menu. */
  label: string;
  placement?: 'bottom end' | 'bottom start' | 'top start';
  /** Shown above the items. */
  header?: ReactNode;
  /** Loads the items, if they load on demand. */
  onPrepare?: () => void;
  children: ReactNode;
}

/** A button that opens a list of actions. */
export function Menu(props: MenuProps) {
  const { trigger, label, placement = 'bottom end', header, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    // Some browsers do not focus a button on click, and the focus must return here.
    button.current?.focus();
    setOpen(true);
  };
  const close = () => setOpen(false);
  const prepare = () => {
    prepareMenu();
    props.onPrepare?.();
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        onPress: open,
        onKeyDown: (event) => onMenuKey(event, { open, close }),
        onPointerEnter: prepare,
        onFocus: prepare,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
      })}
      {isOpen && (
        <LazyMenuPopover
          label={label}
          placement={placement}
          triggerRef={button}
          header={header}
          onClose={close}
        >
          {children}
        </LazyMenuPopover>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts();
  return <Item {...props} />;
}

export interface MenuChoiceProps<Id extends string> {
  label: string;
  options: readonly (MenuOption & { id: Id })[];
  value: Id;
  onChange: (value: Id) => void;
}

/** A menu section with one selected option; selecting keeps the menu open. */
export function MenuChoice<Id extends string>(props: MenuChoiceProps<Id>) {
  const { Options } = useMenuParts();
  return (
    <Options
      label={props.label}
      options={props.options}
      values={[props.value]}
      isMultiple={false}
      onChange={([value]) => value !== undefined && props.onChange(value as Id)}
    />
  );
}

export interface MenuChoicesProps {
  label: string;
  options: readonly MenuOption[];
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** A menu section with any number of selected options; selecting keeps the menu open. */
export function MenuChoices(props: MenuChoicesProps) {
  const { Options } = useMenuParts();
  return <Options {...props} isMultiple />;
}

export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator />;
}
