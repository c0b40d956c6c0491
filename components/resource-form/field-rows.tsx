'use client';

import { Plus } from 'lucide-react';
import { type ComponentType, useId, useRef } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';

/** One row in the editor. */
export interface EditedRow<Row> {
  row: Row;
  /** From 1. */
  number: number;
  error: string | undefined;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

export interface FieldRowsProps<Row> {
  title: string;
  description: string;
  addLabel: string;
  rows: readonly Row[];
  /** A new, empty row. */
  blank: Row;
  onChange: (rows: readonly Row[]) => void;
  /** The problem of a row. */
  errorOf: (row: Row) => string | undefined;
  /** The `<li>` of a row. */
  RowFields: ComponentType<EditedRow<Row>>;
}

/**
 * A field with any number of rows. The focus moves to an added row, and back to the button after a
 * removal.
 */
export function FieldRows<Row>(props: FieldRowsProps<Row>) {
  const { title, description, addLabel, rows, blank, onChange, errorOf, RowFields } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const focusLast = () => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-sm font-medium">
        {title} <span className="font-normal text-ink-3">(optional)</span>
      </h3>
      <p className="text-sm text-ink-2">{description}</p>
      {rows.length > 0 && (
        <ul ref={list} className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <RowFields
              // Rows have no name, and their fields keep no state, so the position can be the key.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              row={row}
              number={index + 1}
              error={errorOf(row)}
              onChange={(next) => onChange(rows.with(index, next))}
              onRemove={() => {
                onChange(rows.toSpliced(index, 1));
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
          onChange([...rows, blank]);
          requestAnimationFrame(focusLast);
        }}
      >
        {addLabel}
      </Button>
    </section>
  );
}
