'use client';

import { type MouseEvent, useRef, useState } from 'react';
import { MethodName } from '#app/(console)/api-reference/method-name.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { cx } from '#components/ui/text/cx.ts';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import {
  narrowed,
  type Operation,
  type OperationGroup,
} from '#lib/client/api-reference/operations.ts';
import { apiReferencePath, type ApiVersion } from '#lib/client/paths.ts';

export interface OperationListProps {
  groups: readonly OperationGroup[];
  version: ApiVersion;
  selected: string | null;
  onSelect: (id: string) => void;
}

/** All operations by resource, for wide screens. */
export function OperationList({ groups, version, selected, onSelect }: OperationListProps) {
  const [sought, setSought] = useState('');
  const filter = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => filter.current?.focus() });
  const shown = narrowed(groups, sought);
  return (
    <nav
      aria-label="Operations"
      className="flex w-70 shrink-0 flex-col border-r border-line max-lg:hidden"
    >
      <div className="shrink-0 p-3">
        <SearchField
          label="Filter operations"
          value={sought}
          onChange={setSought}
          inputRef={filter}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        {shown.length === 0 && (
          <p className="px-2 text-ink-2">No operation has “{sought}” in its name or path.</p>
        )}
        {shown.map(({ name, operations }) => (
          <section key={name} aria-labelledby={`operations-${name}`} className="pb-3">
            <h2 id={`operations-${name}`} className="px-2 py-1 text-sm font-medium text-ink-3">
              {name}
            </h2>
            <ul>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <OperationLink
                    operation={operation}
                    version={version}
                    isSelected={operation.id === selected}
                    onSelect={onSelect}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

interface OperationLinkProps {
  operation: Operation;
  version: ApiVersion;
  isSelected: boolean;
  onSelect: (id: string) => void;
}

function OperationLink(props: OperationLinkProps) {
  const { operation, version, isSelected, onSelect } = props;
  const { id, method } = operation;
  const onClick = (event: MouseEvent) => {
    // With a modifier key the browser opens the link in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onSelect(id);
  };
  return (
    <a
      href={apiReferencePath(id, version)}
      onClick={onClick}
      aria-current={isSelected ? 'page' : undefined}
      className={cx(
        'flex min-h-7 items-center gap-2 rounded px-2 text-sm pointer-coarse:min-h-10',
        isSelected ? 'marked bg-accent-soft font-medium' : 'hover:bg-paper-3',
      )}
    >
      <MethodName method={method} className="w-13 shrink-0 text-xs whitespace-nowrap" />
      <span className="min-w-0 truncate">{id}</span>
    </a>
  );
}
