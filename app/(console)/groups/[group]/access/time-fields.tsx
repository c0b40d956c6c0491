'use client';

import { BINDING_LABELS } from '#app/(console)/groups/[group]/access/binding-fields.tsx';
import { DURATIONS, NEVER } from '#app/(console)/groups/[group]/access/durations.ts';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const BEGINNINGS = [
  { id: 'now', label: 'At once' },
  { id: 'date', label: 'On a date' },
] as const;

const ENDS = [NEVER, ...DURATIONS, { id: 'date', label: 'On a date' }] as const;

/** The next full hour, and so much later. */
const fromNow = (milliseconds: number) =>
  new Date((Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS + milliseconds).toISOString();

interface MomentProps {
  field: FieldBinder;
  path: 'startTime' | 'expirationTime';
  label: string;
}

const MINUTES_LENGTH = 'yyyy-mm-ddThh:mm'.length;

/** Without a last time, browsers let people type years of six digits. */
const LAST = '9999-12-31T23:59';

const timeOf = (text: string): string => {
  const time = Date.parse(`${text}Z`);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

function Moment({ field, path, label }: MomentProps) {
  const value = String(field.value(path) ?? '');
  return (
    <TextField
      type="datetime-local"
      name={path}
      label={label}
      max={LAST}
      value={value.slice(0, MINUTES_LENGTH)}
      onChange={(text) => field.set(path, timeOf(text))}
      errorMessage={value === '' ? 'Choose a date and a time' : field.violation(path)}
    />
  );
}

/** When a binding begins and ends. */
export function TimeFields({ field }: { field: FieldBinder }) {
  const [start, end, ttl] = ['startTime', 'expirationTime', 'ttl'].map(field.value);
  const chooseEnd = (id: string) => {
    field.set('ttl', id === 'never' || id === 'date' ? undefined : id);
    field.set('expirationTime', id === 'date' ? (end ?? fromNow(WEEK_MS)) : undefined);
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={BINDING_LABELS.startTime}
          options={BEGINNINGS}
          value={start === undefined ? 'now' : 'date'}
          onChange={(id) => field.set('startTime', id === 'now' ? undefined : fromNow(0))}
        />
        <Select
          label={BINDING_LABELS.expirationTime}
          name="ttl"
          options={ENDS}
          value={end === undefined ? ((ttl ?? 'never') as (typeof ENDS)[number]['id']) : 'date'}
          onChange={chooseEnd}
          errorMessage={field.violation('ttl')}
        />
      </div>
      {start !== undefined && <Moment field={field} path="startTime" label="From (UTC)" />}
      {end !== undefined && <Moment field={field} path="expirationTime" label="Until (UTC)" />}
    </>
  );
}
