'use client';

import { Check } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode, RefObject } from 'react';
import { Header } from 'react-aria-components/Header';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { Text } from 'react-aria-components/Text';
import { leavePage } from '#components/resource-form/leaving.ts';
import { cx } from '#components/ui/text/cx.ts';
import {
  type MenuItemProps,
  type MenuOptionsProps,
  type MenuParts,
  MenuPartsContext,
  useMenuParts,
} from '#components/ui/overlays/menu-parts.ts';
import { popoverClass, popoverItemClass } from '#components/ui/overlays/popover-style.ts';

export interface MenuPopoverProps {
  label: string;
  triggerRef: RefObject<HTMLElement | null>;
  placement: 'bottom end' | 'bottom start' | 'top start';
  header?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** An open menu. */
export default function MenuPopover(props: MenuPopoverProps) {
  return (
    <I18nProvider locale="en">
      <Popover
        isOpen
        aria-label={props.label}
        onOpenChange={props.onClose}
        triggerRef={props.triggerRef}
        // Elements outside an open dialog cannot be used, so the popover goes inside the dialog.
        UNSTABLE_portalContainer={props.triggerRef.current?.closest('dialog') ?? document.body}
        placement={props.placement}
        offset={4}
        className={cx(popoverClass, 'min-w-44')}
      >
        {props.header}
        <MenuPartsContext
          value={{
            ...PARTS,
            leave: (go) => {
              props.onClose();
              // The page is inert while the menu is open. A dialog returns the focus to where it is now.
              queueMicrotask(() => {
                props.triggerRef.current?.focus();
                go();
              });
            },
          }}
        >
          <Menu
            autoFocus="first"
            aria-label={props.label}
            onClose={props.onClose}
            className="outline-none"
          >
            {props.children}
          </Menu>
        </MenuPartsContext>
      </Popover>
    </I18nProvider>
  );
}

function Item({ icon: Icon, children, href, onAction, ...props }: MenuItemProps) {
  const router = useRouter();
  const { leave } = useMenuParts();
  const reason = props.disabledReason || null;
  const below = reason ?? props.detail;
  return (
    <MenuItem
      textValue={children}
      isDisabled={Boolean(reason)}
      {...(props.id && { id: props.id })}
      onAction={() => leave(() => (href ? leavePage(() => router.push(href)) : onAction?.()))}
      className={cx(popoverItemClass, props.isDanger && !reason && 'text-danger')}
    >
      {Icon && <Icon aria-hidden size={16} className="shrink-0" />}
      <span className="flex min-w-0 flex-1 flex-col">
        <Text slot="label">{children}</Text>
        {below && (
          <Text slot="description" className={cx('max-w-72 text-sm', !reason && 'text-ink-2')}>
            {below}
          </Text>
        )}
      </span>
      {props.shortcut}
    </MenuItem>
  );
}

function Options({ label, options, values, isMultiple, onChange }: MenuOptionsProps) {
  return (
    <MenuSection
      selectionMode={isMultiple ? 'multiple' : 'single'}
      disallowEmptySelection={!isMultiple}
      shouldCloseOnSelect={false}
      selectedKeys={values}
      onSelectionChange={(keys) =>
        onChange(keys === 'all' ? options.map(({ id }) => id) : [...keys].map(String))
      }
    >
      <Header className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-3">{label}</Header>
      {options.map(({ id, label: text, icon: Icon, detail }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={text}
          className={cx(popoverItemClass, 'group/choice')}
        >
          {Icon && <Icon aria-hidden size={16} className="shrink-0" />}
          <Text slot="label" className="flex-1">
            {text}
          </Text>
          {detail && (
            <Text slot="description" className="min-w-8 text-right text-sm text-ink-2 tabular-nums">
              {detail}
            </Text>
          )}
          <Check
            aria-hidden
            size={16}
            className="invisible shrink-0 text-accent group-data-selected/choice:visible"
          />
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function Line() {
  return <Separator className="mx-2 my-1 h-px border-0 bg-line forced-colors:bg-[CanvasText]" />;
}

const PARTS: Omit<MenuParts, 'leave'> = { Item, Options, Separator: Line };
