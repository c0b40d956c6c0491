'use client';

import type { ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { MenuItem, MenuSection } from 'react-aria-components/Menu';
import type { Command } from '#components/frame/palette/palette-commands.ts';
import { cx } from '#components/ui/text/cx.ts';
import { popoverItemClass } from '#components/ui/overlays/popover-style.ts';

export function PaletteSection(props: {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  const { title, note, children } = props;
  return (
    <MenuSection>
      <Header className="px-2 pt-2 pb-1 text-xs font-medium break-words text-ink-3">
        {title}
        {note !== undefined && (
          <span className="mt-0.5 block text-sm font-normal text-ink">{note}</span>
        )}
      </Header>
      {children}
    </MenuSection>
  );
}

/** One entry: its label, and at the end its detail, its shortcut, or why it is disabled. */
export function PaletteItem(props: { command: Command; onRun: (command: Command) => void }) {
  const { command, onRun } = props;
  const { icon: Icon, label, disabledReason } = command;
  const detail = disabledReason || command.detail;
  const end = 'ml-auto max-w-[60%] shrink-0 truncate pl-2 text-sm text-ink-3';
  return (
    <MenuItem
      id={command.id}
      textValue={label}
      isDisabled={Boolean(disabledReason)}
      onAction={() => onRun(command)}
      className={popoverItemClass}
    >
      {Icon && <Icon aria-hidden size={16} className="shrink-0 text-ink-3" />}
      <span className={cx('min-w-0 truncate', command.isMore && 'text-accent')}>{label}</span>
      {detail && <span className={end}>{detail}</span>}
      {!detail && command.keys && (
        <span className={cx(end, 'pointer-coarse:hidden')}>{command.keys}</span>
      )}
    </MenuItem>
  );
}
