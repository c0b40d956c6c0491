'use client';

import { X } from 'lucide-react';
import {
  type ClientRow,
  rowPath,
} from '#app/(console)/groups/[group]/association/association-values.ts';
import { type EditedRow, FieldRows } from '#components/resource-form/field-rows.tsx';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

const PATH = 'azure.rows';
const BLANK_ROW: ClientRow = { component: '', clientId: '' };
const CODE = { mono: true, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };

/** Azure client ids by component, one row each. */
export function ClientRows({ field }: { field: FieldBinder }) {
  return (
    <FieldRows
      title="Client ids"
      description="Which application each component signs in as."
      addLabel="Add client id"
      rows={field.value(PATH) as readonly ClientRow[]}
      blank={BLANK_ROW}
      onChange={(rows) => field.set(PATH, rows)}
      errorOf={(row) => field.violation(row.component === '' ? PATH : rowPath(row))}
      RowFields={ClientFields}
    />
  );
}

function ClientFields({ row, number, error, onChange, onRemove }: EditedRow<ClientRow>) {
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
