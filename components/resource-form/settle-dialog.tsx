'use client';

import { useState } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import {
  changedMask,
  conflicts,
  valueAt,
  withValueAt,
} from '#lib/client/resources/changed-mask.ts';

export interface SettleDialogProps<T extends object> {
  /** The noun of the texts: "group". */
  noun: string;
  /** The version that both changes started from. */
  base: T;
  mine: T;
  theirs: T;
  labels: Readonly<Record<string, string>>;
  /** Called with the values to continue with. */
  onSettle: (values: T) => void;
  onClose: () => void;
}

type Side = 'theirs' | 'mine';

const SIDES = [
  { id: 'theirs', label: 'Theirs' },
  { id: 'mine', label: 'Yours' },
] as const;

function textOf(value: unknown): string {
  if (value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/**
 * Shows the original, the other person's and the own version. The person chooses one for each field.
 */
export default function SettleDialog<T extends object>(props: SettleDialogProps<T>) {
  const { base, mine, theirs } = props;
  const own = changedMask(base, mine);
  const paths = [...new Set([...own, ...changedMask(base, theirs)])];
  const contested = conflicts(base, mine, theirs);
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(paths.map((path) => [path, own.includes(path) ? 'mine' : 'theirs'])),
  );
  const settle = () =>
    props.onSettle(
      paths
        .filter((path) => sides[path] === 'mine')
        .reduce((values, path) => withValueAt(values, path, valueAt(mine, path)), theirs),
    );
  return (
    <Dialog
      isOpen
      size="lg"
      title={`Two versions of this ${props.noun}`}
      isDismissable={false}
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button variant="primary" onPress={settle} autoFocus>
            Continue with these
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p>
          Somebody else saved it after you opened it. Choose what to keep; nothing is saved until
          you save it.
        </p>
        {paths.map((path) => (
          <fieldset key={path} className="min-w-0">
            <legend className="pb-1.5 text-sm font-medium">
              {props.labels[path] ?? path}
              {contested.includes(path) && (
                <span className="font-normal text-warn"> · changed by both</span>
              )}
            </legend>
            <div className="grid gap-2 sm:grid-cols-3">
              <Version label="Before" text={textOf(valueAt(base, path))} />
              {SIDES.map(({ id, label }) => (
                <label key={id} className="relative flex">
                  <input
                    type="radio"
                    name={path}
                    checked={sides[path] === id}
                    onChange={() => setSides((chosen) => ({ ...chosen, [path]: id }))}
                    className="peer absolute inset-0 cursor-pointer opacity-0"
                  />
                  <Version
                    label={label}
                    text={textOf(valueAt(id === 'mine' ? mine : theirs, path))}
                    className="peer-checked:marked peer-checked:border-accent peer-checked:bg-accent-soft peer-focus-visible:outline-2 peer-focus-visible:outline-accent"
                  />
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  );
}

function Version(props: { label: string; text: string; className?: string }) {
  return (
    <span className={cx('block min-w-0 flex-1 rounded border border-line p-2', props.className)}>
      <span className="block pb-0.5 text-xs text-ink-2">{props.label}</span>
      <span className="block max-h-40 overflow-y-auto break-words whitespace-pre-wrap">
        {props.text}
      </span>
    </span>
  );
}
