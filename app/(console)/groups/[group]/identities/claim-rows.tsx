'use client';

import { X } from 'lucide-react';
import {
  type ClaimRow,
  rowPath,
} from '#app/(console)/groups/[group]/identities/identity-values.ts';
import {
  MATCH_KINDS,
  type MatchKind,
} from '#app/(console)/groups/[group]/identities/match-field.tsx';
import { type EditedRow, FieldRows } from '#components/resource-form/field-rows.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { literalOf, patternOf } from '#lib/client/claims/patterns.ts';

const PATH = 'claimMatch.rows';
const BLANK: ClaimRow = { claim: '', value: '', isPattern: false };

/** Further claims that a token must have, one row each. */
export function ClaimRows({ field }: { field: FieldBinder }) {
  return (
    <FieldRows
      title="Further claims"
      description="A token must match all of them. In a list, one matching element is enough. Numbers, true and false are compared as text."
      addLabel="Add claim"
      rows={field.value(PATH) as readonly ClaimRow[]}
      blank={BLANK}
      onChange={(rows) => field.set(PATH, rows)}
      errorOf={(row) =>
        field.violation(rowPath(row)) ?? (row.claim === '' ? field.violation(PATH) : undefined)
      }
      RowFields={ClaimFields}
    />
  );
}

function ClaimFields({ row, number, error, onChange, onRemove }: EditedRow<ClaimRow>) {
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
