'use client';

import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import {
  type ClientRow,
  rowPath,
} from '#app/(console)/groups/[group]/association/association-values.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

const PATH = 'azure.rows';
const BLANK_ROW: ClientRow = { component: '', clientId: '' };
const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

/** Client ids of Azure by component, a row each. */
export function ClientRows({ field }: { field: FieldBinder }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const rows = field.value(PATH) as readonly ClientRow[];
  const set = (next: readonly ClientRow[]) => field.set(PATH, next);
  const focusLast = () => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-sm font-medium">
        Client ids <span className="font-normal text-ink-3">(optional)</span>
      </h3>
      <p className="text-sm text-ink-2">Which application each component signs in as.</p>
      {rows.length > 0 && (
        <ul ref={list} className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <Row
              // Rows have no name of their own, and their fields show only what they are told.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              row={row}
              number={index + 1}
              error={row.component === '' ? field.violation(PATH) : field.violation(rowPath(row))}
              onChange={(next) => set(rows.with(index, next))}
              onRemove={() => {
                set(rows.toSpliced(index, 1));
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <Button
        ref={add}
        size="sm"
        icon={Plus}
        className="self-start"
        onPress={() => {
          set([...rows, BLANK_ROW]);
          requestAnimationFrame(focusLast);
        }}
      >
        Add client id
      </Button>
    </section>
  );
}

interface RowProps {
  row: ClientRow;
  number: number;
  error: string | undefined;
  onChange: (row: ClientRow) => void;
  onRemove: () => void;
}

function Row({ row, number, error, onChange, onRemove }: RowProps) {
  const of = row.component === '' ? `component ${number}` : row.component;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_2rem] gap-x-2 gap-y-1.5 border-l-2 border-line pl-3 pointer-coarse:grid-cols-[minmax(0,1fr)_2.5rem]">
      <TextField
        {...CODE}
        label={`Component ${number}`}
        hideLabel
        placeholder="Component"
        value={row.component}
        onChange={(component) => onChange({ ...row, component })}
      />
      <IconButton label={`Remove ${of}`} icon={X} onPress={onRemove} />
      <TextField
        {...CODE}
        name={rowPath(row)}
        label={`Client id of ${of}`}
        hideLabel
        placeholder="00000000-0000-0000-0000-000000000000"
        value={row.clientId}
        onChange={(clientId) => onChange({ ...row, clientId })}
        errorMessage={error}
        className="col-span-2"
      />
    </li>
  );
}
