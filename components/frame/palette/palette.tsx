'use client';

import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Search, X } from 'lucide-react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Menu } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { heldKeys } from '#components/frame/palette/held-keys.ts';
import { askedIn } from '#components/frame/palette/palette-asked.ts';
import {
  type Command,
  matches,
  usePaletteCommands,
} from '#components/frame/palette/palette-commands.ts';
import { useOpenedSection } from '#components/frame/palette/palette-opened.ts';
import { documentSection } from '#components/frame/palette/palette-documents.ts';
import { PaletteItem, PaletteSection } from '#components/frame/palette/palette-items.tsx';
import { useAskedSection, useFoundSections } from '#components/frame/palette/palette-found.ts';
import { problemOf } from '#components/frame/problem.ts';
import { useFailedSection } from '#components/frame/palette/use-failed.ts';
import { useFound } from '#components/frame/palette/use-found.ts';
import { usePasted } from '#components/frame/palette/use-pasted.ts';
import { hasCredential } from '#lib/client/claims/pasted.ts';
import { leavePage } from '#components/resource-form/leaving.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Modal } from '#components/ui/overlays/modal.tsx';
import { Spinner } from '#components/ui/feedback/spinner.tsx';

export interface PaletteProps {
  onClose: () => void;
  onSignOut: () => void;
  onHelp: () => void;
}

/**
 * Opens tabs, runs actions and finds resources by typing: by a part of the name, by uid, by digest or
 * by vulnerability id. A token or a line of a log finds the identity that was meant.
 */
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
  const [text, setText] = useState(heldKeys);
  const commands = usePaletteCommands({ onSignOut, onHelp });
  const asked = askedIn(text);
  const named = useFound(asked?.name ?? '');
  const pasted = usePasted(text);
  // Nobody is named like a token, and a credential is not sent.
  const isSearched = !pasted.isPasted && !hasCredential(text);
  const found = useFound(isSearched ? text : '');
  const isLooking = named.isLooking || found.isLooking || pasted.isLooking;
  const failed = pasted.error
    ? { titles: [], error: pasted.error }
    : (found.failed ?? named.failed);
  // After the identities, so that Enter does not open an event that came sooner.
  const refused = useFailedSection(text, pasted.isPasted && !pasted.isLooking);
  const opened = useOpenedSection(text);
  const openedIds = new Set(opened.commands.map(({ id }) => id));
  const sections = [
    ...(text === '' ? [opened] : []),
    ...commands.map((section) => ({
      ...section,
      commands: section.commands.filter(({ label }) => matches(label, text)),
    })),
    useAskedSection(named, asked),
    ...pasted.sections,
    refused,
    ...(text === '' ? [] : [opened]),
    ...useFoundSections(found).map((section) => ({
      ...section,
      commands: section.commands.filter(({ id }) => !openedIds.has(id)),
    })),
    documentSection(text),
  ].filter((section) => section.commands.length > 0);
  const first = sections.flatMap((section) => section.commands).find((one) => !one.disabledReason);

  const run = (command: Command) => {
    const { href } = command;
    onClose();
    if (!href) command.run?.();
    else {
      leavePage(() => {
        command.run?.();
        router.push(href);
      });
    }
  };

  // A person who pastes and presses Enter at once means the result that is still loading.
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || isLooking) return;
    isAwaited.current = false;
    if (first) run(first);
  });
  // The list highlights its first entry a moment after typing. Enter before that also runs the
  // first entry.
  const runFirst = (event: KeyboardEvent) => {
    const isMarked = (event.target as Element).hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || isMarked || text.trim() === '') return;
    event.preventDefault();
    event.stopPropagation();
    if (first) run(first);
    else isAwaited.current = isLooking;
  };

  return (
    <Autocomplete
      inputValue={text}
      onInputChange={(value) => {
        isAwaited.current = false;
        setText(value);
      }}
    >
      <div className="flex items-center gap-1 border-b border-line p-2">
        <div className="min-w-0 flex-1" onKeyDownCapture={runFirst}>
          <SearchField aria-label="Search and commands" className="relative flex items-center">
            <span aria-hidden className="pointer-events-none absolute left-2.5 text-ink-3">
              {isLooking ? <Spinner /> : <Search size={16} />}
            </span>
            <Input
              data-autofocus=""
              placeholder="A command, name, uid, CVE or token"
              className="h-8 w-full bg-transparent pr-2 pl-8 text-lg outline-none placeholder:text-base pointer-coarse:h-10 [&::-webkit-search-cancel-button]:hidden"
            />
          </SearchField>
        </div>
        {/* A phone has no Escape. */}
        <span className="sm:hidden">
          <IconButton label="Close" icon={X} onPress={onClose} />
        </span>
      </div>
      {failed && (
        <ErrorPanel
          className="m-2 mb-0 shrink-0"
          title={
            failed.titles.length > 0
              ? `${failed.titles.join(', ')} could not be searched`
              : 'The search failed'
          }
          {...problemOf(failed.error)}
          onRetry={() => {
            found.retry();
            if (asked) named.retry();
          }}
          isRetrying={isLooking}
        />
      )}
      <Menu
        aria-label="Results"
        className="min-h-0 flex-auto overflow-y-auto p-1 outline-none"
        renderEmptyState={() =>
          failed ? null : (
            <p className="px-2 py-6 text-center break-words text-ink-2" role="status">
              {isLooking ? 'Searching' : nothingText(text, pasted.problem)}
            </p>
          )
        }
      >
        {sections.map((section) => (
          <PaletteSection key={section.title} title={section.title} note={section.note}>
            {section.commands.map((command) => (
              <PaletteItem key={command.id} command={command} onRun={run} />
            ))}
          </PaletteSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}

function nothingText(text: string, problem: string | null): string {
  if (problem !== null) return problem;
  if (hasCredential(text))
    return 'This looks like a part of a credential. It was not sent anywhere.';
  return `Nothing is named “${text.trim()}”`;
}
