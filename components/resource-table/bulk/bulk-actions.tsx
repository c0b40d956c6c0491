'use client';

import { Trash2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { BulkAction } from '#components/resource-table/bulk/bulk-action.ts';
import { counted } from '#lib/client/counted.ts';
import { Button } from '#components/ui/buttons/button.tsx';

/** An action on the selected rows. */
type ChosenAction = Pick<BulkAction<never>, 'noun' | 'verb' | 'label' | 'icon'> & {
  /** Why it is not possible for some of the rows. */
  missing: readonly string[];
  /** Renders the button with why it is not possible for all of them together. */
  guarded: (button: (reason: string | false) => ReactNode) => ReactNode;
};

interface BulkActionsProps {
  actions: readonly ChosenAction[];
  onChoose: (verb: string) => void;
}

/** The reasons with the number of rows that each has. */
function reasonsText(reasons: readonly string[], noun: readonly [string, string]): string {
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, { length }]) => `${reason} (${counted(length, noun)} of them)`)
    .join('; ');
}

/** A button for each action on the selected rows. */
export default function BulkActions({ actions, onChoose }: BulkActionsProps) {
  return actions.map(({ noun, verb, label, icon, missing, guarded }) => (
    <Fragment key={verb}>
      {guarded((refused) => (
        <Button
          size="sm"
          icon={icon ?? Trash2}
          disabledReason={reasonsText(missing, noun) || refused}
          onPress={() => onChoose(verb)}
        >
          {label ?? verb}
        </Button>
      ))}
    </Fragment>
  ));
}
