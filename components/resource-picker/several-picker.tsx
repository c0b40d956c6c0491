'use client';

import { X } from 'lucide-react';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import type { PickerScope } from '#components/resource-picker/sources.ts';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';

/** A resource, and its name. */
export interface Chosen {
  uid: string;
  name: string;
}

export interface SeveralPickerProps {
  label: string;
  noun: string;
  resource: 'groups' | 'roles';
  scope?: PickerScope | undefined;
  chosen: readonly Chosen[];
  onChange: (chosen: readonly Chosen[]) => void;
  description?: string;
  errorMessage?: string | undefined;
}

/** A picker that adds to the chosen ones. */
export function SeveralPicker({ noun, chosen, onChange, label, ...props }: SeveralPickerProps) {
  return (
    <div className="flex flex-col gap-1.5">
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chosen.map(({ uid, name }) => (
            <li
              key={uid}
              className="inline-flex h-7 max-w-full items-center gap-1 rounded border border-edge pr-1 pl-2 text-sm pointer-coarse:h-10"
            >
              <span className="truncate">{name}</span>
              <PlainButton
                aria-label={`Remove ${noun} ${name}`}
                onPress={() => onChange(chosen.filter((one) => one.uid !== uid))}
                className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-2 hover:bg-paper-3 pointer-coarse:size-8"
              >
                <X aria-hidden size={14} />
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
      <ResourcePicker
        {...props}
        // Empty again after each choice.
        key={chosen.length}
        label={chosen.length === 0 ? `Choose a ${noun}` : `Another ${noun}`}
        value={null}
        onChange={(uid, row) => {
          if (uid === null || chosen.some((one) => one.uid === uid)) return;
          onChange([...chosen, { uid, name: row?.name ?? uid }]);
        }}
      />
    </div>
  );
}
