'use client';

import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import {
  type ClaimRow,
  rowPath,
} from '#app/(console)/groups/[group]/identities/identity-values.ts';
import {
  MATCH_KINDS,
  type MatchKind,
} from '#app/(console)/groups/[group]/identities/match-field.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { literalOf, patternOf } from '#lib/client/patterns.ts';

const PATH = 'claimMatch.rows';
const BLANK: ClaimRow = { claim: '', value: '', isPattern: false };

/** Further claims that a token has to have, a row each. */
export function ClaimRows({ field }: { field: FieldBinder }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const rows = field.value(PATH) as readonly ClaimRow[];
  const set = (next: readonly ClaimRow[]) => field.set(PATH, next);
  const focusLast = () => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-sm font-medium">
        Further claims <span className="font-normal text-ink-3">(optional)</span>
      </h3>
      <p className="text-sm text-ink-2">
        A token has to have them all. Of a list, any element counts; numbers, true and false count
        as text.
      </p>
      {rows.length > 0 && (
        <ul ref={list} className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <Row
              // Rows have no name of their own, and their fields show only what they are told.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              row={row}
              number={index + 1}
              error={
                field.violation(rowPath(row)) ??
                (row.claim === '' ? field.violation(PATH) : undefined)
              }
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
          set([...rows, BLANK]);
          requestAnimationFrame(focusLast);
        }}
      >
        Add claim
      </Button>
    </section>
  );
}

interface RowProps {
  row: ClaimRow;
  number: number;
  error: string | undefined;
  onChange: (row: ClaimRow) => void;
  onRemove: () => void;
}

function Row({ row, number, error, onChange, onRemove }: RowProps) {
  const of = row.claim === '' ? `claim ${number}` : row.claim;
  const choose = (kind: MatchKind) => {
    const isPattern = kind === 'pattern';
    if (isPattern === row.isPattern) return;
    onChange({ ...row, isPattern, value: (isPattern ? patternOf : literalOf)(row.value) });
  };
  const plain = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6.5rem_2rem] gap-x-2 gap-y-1.5 border-l-2 border-line pl-3 pointer-coarse:grid-cols-[minmax(0,1fr)_6.5rem_2.5rem]">
      <TextField
        {...plain}
        name={rowPath(row)}
        label={`Name of claim ${number}`}
        hideLabel
        placeholder="Claim"
        value={row.claim}
        onChange={(claim) => onChange({ ...row, claim })}
      />
      <Select
        label={`How ${of} compares`}
        hideLabel
        options={MATCH_KINDS}
        value={row.isPattern ? 'pattern' : 'literal'}
        onChange={choose}
      />
      <IconButton label={`Remove ${of}`} icon={X} onPress={onRemove} />
      <TextField
        {...plain}
        label={`Value of ${of}`}
        hideLabel
        placeholder={row.isPattern ? 'Pattern' : 'Value'}
        value={row.value}
        onChange={(value) => onChange({ ...row, value })}
        errorMessage={error}
        className="col-span-3"
      />
    </li>
  );
}
