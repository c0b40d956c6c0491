'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { MatrixBox, type MatrixBoxProps } from '#components/capability-matrix/matrix-box.tsx';
import {
  capabilityClass,
  familyClass,
  FamilyName,
  headClass,
} from '#components/capability-matrix/capability-table.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { FieldHelp, useFieldId } from '#components/ui/fields/field.tsx';
import { CAPABILITIES, type Capability } from '#lib/resources/capabilities.ts';
import {
  columnCapabilities,
  coverage,
  MATRIX,
  MATRIX_COLUMNS,
  type Place,
  placeAfter,
  rowCapabilities,
  toggled,
  verbOf,
} from '#lib/client/access/capability-matrix.ts';

export interface CapabilityPickerProps {
  label: string;
  /** The field's path in a form. */
  name: string;
  value: readonly string[];
  onChange: (capabilities: Capability[]) => void;
  /** Why a capability cannot be selected, or false. */
  missing: (capability: Capability) => string | false;
  errorMessage?: string | undefined;
}

const NOT_ALL = 'You hold none of these here, so you cannot grant them';

/**
 * Selects capabilities in a matrix of family by verb, one by one or a whole line at once. It is one
 * tab stop with arrow keys inside, as the WAI-ARIA grid pattern describes.
 */
export default function CapabilityPicker(props: CapabilityPickerProps) {
  const { label, value, onChange, missing, errorMessage } = props;
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const { id, ...described } = useFieldId({ label, errorMessage });
  const chosen = new Set(value);
  const isAllowed = (capability: Capability) => !missing(capability);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, event.ctrlKey || event.metaKey, active);
    if (!next) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus();
  };

  const box = (place: Place, name: string, some: readonly Capability[]) => {
    const state = coverage(some, chosen);
    const refusals = some.map(missing).filter((reason) => reason !== false);
    const isOff = state === 'none' && refusals.length === some.length;
    return {
      label: name,
      place,
      state,
      isActive: place.row === active.row && place.column === active.column,
      disabledReason: isOff && (some.length === 1 ? (refusals[0] ?? NOT_ALL) : NOT_ALL),
      onToggle: () => onChange(toggled(some, chosen, isAllowed)),
      onFocus: setActive,
    } satisfies MatrixBoxProps;
  };

  const unheld = value.filter((name) => missing(name as Capability));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium">{label}</span>
        <span role="status" className="text-sm text-ink-2 tabular-nums">
          {`${value.length} of ${CAPABILITIES.length} selected`}
        </span>
      </div>
      <div className="@container">
        <table
          ref={table}
          // Arrow keys move within the table, which makes it a grid.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={label}
          onKeyDown={onKeyDown}
          className="w-full border-separate border-spacing-0 text-sm"
        >
          <thead>
            <tr>
              <th scope="col" className={cx(headClass, 'pl-0 text-left align-bottom')}>
                <MatrixBox
                  {...box({ row: 0, column: 0 }, 'All capabilities', CAPABILITIES)}
                  field={{
                    name: props.name,
                    'aria-invalid': described['aria-invalid'],
                    'aria-describedby': described['aria-describedby'],
                  }}
                >
                  <span aria-hidden>All</span>
                </MatrixBox>
              </th>
              {MATRIX_COLUMNS.map((column, index) => (
                <th key={column.id} scope="col" className={headClass}>
                  <span className="flex flex-col items-center gap-0.5">
                    <span>{column.label}</span>
                    <MatrixBox
                      {...box(
                        { row: 0, column: index + 1 },
                        `${column.label} of all`,
                        columnCapabilities(index),
                      )}
                    />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MATRIX.map((row, index) => (
              <tr key={row.family}>
                <th scope="row" className={familyClass}>
                  <MatrixBox
                    {...box(
                      { row: index + 1, column: 0 },
                      `All of ${row.label.toLowerCase()}`,
                      rowCapabilities(row),
                    )}
                  >
                    <span aria-hidden>
                      <FamilyName {...row} />
                    </span>
                  </MatrixBox>
                </th>
                {row.cells.map((capability, column) => (
                  <td
                    key={MATRIX_COLUMNS[column]?.id}
                    className={cx(capabilityClass, capability && 'hover:bg-paper-2')}
                  >
                    {capability && (
                      <MatrixBox
                        {...box({ row: index + 1, column: column + 1 }, capability, [capability])}
                        className="justify-center @max-lg:flex-col"
                      >
                        {MATRIX_COLUMNS[column]?.id === 'other' && (
                          <span aria-hidden className="text-xs whitespace-nowrap text-ink-2">
                            {verbOf(capability)}
                          </span>
                        )}
                      </MatrixBox>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FieldHelp id={id} label={label} errorMessage={errorMessage} />
      {unheld.length > 0 && (
        <p role="status" className="text-sm text-warn">
          {`You do not hold ${unheld.join(', ')} here, so you cannot save a role that has it.`}
        </p>
      )}
    </div>
  );
}
