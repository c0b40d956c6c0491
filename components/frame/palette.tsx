'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react';
import { Search } from 'lucide-react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { type Command, usePaletteCommands } from '#components/frame/palette-commands.ts';
import { groupsByName } from '#components/frame/data.ts';
import { leavePage } from '#components/resource-form/leaving.ts';
import { shortText } from '#components/ui/short-text.ts';
import { popoverItemClass } from '#components/ui/popover-style.ts';
import { Modal } from '#components/ui/modal.tsx';
import { groupPath } from '#lib/client/paths.ts';

export interface PaletteProps {
  onClose: () => void;
  onSignOut: () => void;
  onHelp: () => void;
}

/** Go anywhere and do anything by typing: tabs, actions, and groups by their exact name. */
export default function Palette({ onClose, ...actions }: PaletteProps) {
  return (
    <I18nProvider locale="en">
      <Modal
        aria-label="Command palette"
        onClose={onClose}
        className="top-2 left-1/2 max-h-[70dvh] w-[calc(100%-1.5rem)] -translate-x-1/2 animate-rise flex-col overflow-hidden rounded-lg open:flex sm:top-[10vh] sm:max-w-140"
      >
        <PaletteContent onClose={onClose} {...actions} />
      </Modal>
    </I18nProvider>
  );
}

function PaletteContent({ onClose, onSignOut, onHelp }: PaletteProps) {
  const router = useRouter();
  const [text, setText] = useState('');
  const needle = text.trim().toLowerCase();
  const asked = useDeferredValue(needle);
  const sections = usePaletteCommands({ onSignOut, onHelp });
  const found = useQuery({ ...groupsByName(asked), enabled: asked !== '' });

  const run = (command: Command) => {
    const { href } = command;
    onClose();
    if (href) leavePage(() => router.push(href));
    else command.run?.();
  };
  const shown = sections
    .map((section) => ({
      ...section,
      commands: section.commands.filter(({ label }) => label.toLowerCase().includes(needle)),
    }))
    .filter(({ commands }) => commands.length > 0);
  const groups = needle === '' || needle !== asked ? [] : (found.data?.groups ?? []);

  // The list marks its first line a moment after typing; who is quicker means that line too.
  const runFirst = (event: KeyboardEvent) => {
    const isMarked = (event.target as Element).hasAttribute('aria-activedescendant');
    const first = shown[0]?.commands[0];
    if (event.key !== 'Enter' || isMarked || groups.length > 0 || !first || needle === '') return;
    event.preventDefault();
    event.stopPropagation();
    run(first);
  };

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <div className="border-b border-line p-2" onKeyDownCapture={runFirst}>
        <SearchField aria-label="Search and commands" className="relative flex items-center">
          <Search
            aria-hidden
            size={16}
            className="pointer-events-none absolute left-2.5 text-ink-3"
          />
          <Input
            data-autofocus=""
            placeholder="A command, or a part of a name"
            className="h-8 w-full bg-transparent pr-2 pl-8 text-lg outline-none pointer-coarse:h-10 [&::-webkit-search-cancel-button]:hidden"
          />
        </SearchField>
      </div>
      <Menu
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto p-1 outline-none"
        renderEmptyState={() => (
          <p className="px-2 py-6 text-center text-ink-2" role="status">
            {found.isFetching ? 'Looking for groups' : `Nothing is named “${text.trim()}”`}
          </p>
        )}
      >
        {groups.length > 0 && (
          <PaletteSection title="Groups">
            {groups.map((group) => (
              <PaletteItem
                key={group.uid}
                command={{ id: group.uid, label: group.name, href: groupPath(group.uid) }}
                detail={<span className="font-mono text-sm">{shortText(group.uid)}</span>}
                onRun={run}
              />
            ))}
          </PaletteSection>
        )}
        {shown.map((section) => (
          <PaletteSection key={section.title} title={section.title}>
            {section.commands.map((command) => (
              <PaletteItem key={command.id} command={command} detail={command.keys} onRun={run} />
            ))}
          </PaletteSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}

function PaletteSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <MenuSection>
      <Header className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">{title}</Header>
      {children}
    </MenuSection>
  );
}

function PaletteItem(props: {
  command: Command;
  detail?: ReactNode;
  onRun: (command: Command) => void;
}) {
  const { command, detail, onRun } = props;
  const Icon = command.icon;
  return (
    <MenuItem
      id={command.id}
      textValue={command.label}
      onAction={() => onRun(command)}
      className={popoverItemClass}
    >
      {Icon && <Icon aria-hidden size={16} className="shrink-0 text-ink-3" />}
      <span className="min-w-0 flex-1 truncate">{command.label}</span>
      {detail && <span className="shrink-0 text-sm text-ink-3">{detail}</span>}
    </MenuItem>
  );
}
