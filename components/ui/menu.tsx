'use client';

import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { Text } from 'react-aria-components/Text';
import { cx } from '#components/ui/cx.ts';
import { popoverClass, popoverItemClass } from '#components/ui/popover-style.ts';

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** What the menu is of; its accessible name. */
  label: string;
  placement?: 'bottom end' | 'bottom start' | 'top start';
  children: ReactNode;
}

/** A button that opens a list of actions. */
export function Menu({ trigger, label, placement = 'bottom end', children }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={4} className={cx(popoverClass, 'min-w-44')}>
        <AriaMenu aria-label={label} className="outline-none">
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export interface MenuItemProps {
  id?: string;
  icon?: LucideIcon;
  href?: string;
  onAction?: () => void;
  /** Red words for what destroys. */
  isDanger?: boolean;
  /** Why it cannot be used now; shown under its words. */
  disabledReason?: string | false | null | undefined;
  /** Keys that do the same. */
  shortcut?: ReactNode;
  children: string;
}

export function MenuItem({ icon: Icon, children, ...props }: MenuItemProps) {
  const reason = props.disabledReason || null;
  return (
    <AriaMenuItem
      textValue={children}
      isDisabled={Boolean(reason)}
      {...(props.id && { id: props.id })}
      {...(props.href && { href: props.href })}
      {...(props.onAction && { onAction: props.onAction })}
      className={cx(popoverItemClass, props.isDanger && !reason && 'text-danger')}
    >
      {Icon && <Icon aria-hidden size={16} className="shrink-0" />}
      <span className="flex min-w-0 flex-1 flex-col">
        <Text slot="label">{children}</Text>
        {reason && (
          <Text slot="description" className="text-sm">
            {reason}
          </Text>
        )}
      </span>
      {props.shortcut}
    </AriaMenuItem>
  );
}

export interface MenuChoiceProps<Id extends string> {
  label: string;
  options: readonly { id: Id; label: string; icon?: LucideIcon }[];
  value: Id;
  onChange: (value: Id) => void;
}

/** A section of a menu in which one of several is chosen; choosing leaves the menu open. */
export function MenuChoice<Id extends string>(props: MenuChoiceProps<Id>) {
  return (
    <AriaMenuSection
      selectionMode="single"
      disallowEmptySelection
      shouldCloseOnSelect={false}
      selectedKeys={[props.value]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : keys;
        if (key !== undefined) props.onChange(key as Id);
      }}
    >
      <Header className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">{props.label}</Header>
      {props.options.map(({ id, label, icon: Icon }) => (
        <AriaMenuItem
          key={id}
          id={id}
          textValue={label}
          className={cx(popoverItemClass, 'group/choice')}
        >
          {Icon && <Icon aria-hidden size={16} className="shrink-0" />}
          <Text slot="label" className="flex-1">
            {label}
          </Text>
          <Check
            aria-hidden
            size={16}
            className="invisible shrink-0 text-accent group-data-selected/choice:visible"
          />
        </AriaMenuItem>
      ))}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className="mx-2 my-1 h-px border-0 bg-line" />;
}
