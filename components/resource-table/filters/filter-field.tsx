'use client';

import {
  countedChoices,
  type NarrowedList,
} from '#components/resource-table/filters/counted-choices.tsx';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import {
  type ChoiceFilter,
  chosenBy,
  type FilterSpec,
  type FilterValues,
  type PeriodFilter,
  selectedOf,
  type TextFilter,
  withValues,
} from '#lib/client/lists/filter-spec.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

interface FieldProps<Spec extends FilterSpec> {
  spec: Spec;
  values: FilterValues;
  /** The list that the filter narrows, for the counts of its choices. */
  list: NarrowedList;
  onChange: (values: FilterValues) => void;
  autoFocus: boolean;
}

/** A filter as a field of the sheet. */
export function FilterField({ spec, ...props }: FieldProps<FilterSpec>) {
  const { values, onChange, autoFocus } = props;
  switch (spec.kind) {
    case 'choice':
      return spec.isMultiple ? (
        <Checks {...props} spec={spec} />
      ) : (
        <Select
          label={spec.label}
          options={[ANY, ...spec.options]}
          value={values[spec.param]?.[0] ?? ANY.id}
          onChange={(id) => onChange(withValues(values, spec.param, id === ANY.id ? [] : [id]))}
        />
      );
    case 'text':
      return <Text {...props} spec={spec} />;
    case 'period':
      return <Period {...props} spec={spec} />;
    case 'resource':
      return (
        <ResourcePicker
          label={spec.label}
          resource={spec.resource}
          placeholder="Any"
          autoFocus={autoFocus}
          value={values[spec.param]?.[0] ?? null}
          onChange={(uid) => onChange(withValues(values, spec.param, uid === null ? [] : [uid]))}
        />
      );
  }
}

const ANY = { id: '', label: 'Any' };

function Checks({ spec, values, list, onChange }: FieldProps<ChoiceFilter>) {
  const chosen = values[spec.param] ?? [];
  const selected = selectedOf(spec, chosen);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1 text-sm font-medium text-ink-2">{spec.label}</legend>
      {countedChoices(spec, list).map(({ id, label, detail }) => (
        <Checkbox
          key={id}
          isSelected={selected.includes(id)}
          onChange={(isChosen) => {
            const next = isChosen ? [...selected, id] : selected.filter((other) => other !== id);
            onChange(withValues(values, spec.param, chosenBy(spec, chosen, next)));
          }}
        >
          {label}
          {detail && <span className="ml-auto text-ink-2 tabular-nums">{detail}</span>}
        </Checkbox>
      ))}
    </fieldset>
  );
}

const SEPARATOR = ', ';

function Text({ spec, values, onChange, autoFocus }: FieldProps<TextFilter>) {
  const parts = (text: string) => (spec.isMultiple ? text.split(/,\s*/) : [text.trim()]);
  return (
    <TextField
      label={spec.label}
      description={spec.isMultiple ? 'Separate several with commas' : undefined}
      autoFocus={autoFocus}
      defaultValue={(values[spec.param] ?? []).join(SEPARATOR)}
      onChange={(text) => onChange(withValues(values, spec.param, parts(text).filter(Boolean)))}
    />
  );
}

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const DAY_MS = 24 * 60 * 60 * 1000;

function Period({ spec, values, onChange, autoFocus }: FieldProps<PeriodFilter>) {
  const { since, until, label } = spec;
  const day = (param: string) => values[param]?.[0]?.slice(0, DAY_LENGTH) ?? '';
  // The period includes its last day.
  const set = (param: string, text: string) => {
    const start = Date.parse(text);
    const time = param === until ? start + DAY_MS - 1 : start;
    const next = Number.isNaN(time) ? [] : [new Date(time).toISOString()];
    onChange(withValues(values, param, next));
  };
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="pb-1 text-sm font-medium text-ink-2">{label}</legend>
      <TextField
        type="date"
        label="From (UTC)"
        autoFocus={autoFocus}
        value={day(since)}
        onChange={(text) => set(since, text)}
      />
      {until !== undefined && (
        <TextField
          type="date"
          label="To (UTC)"
          value={day(until)}
          onChange={(text) => set(until, text)}
        />
      )}
    </fieldset>
  );
}
