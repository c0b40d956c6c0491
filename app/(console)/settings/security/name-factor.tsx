'use client';

import { type ReactNode, useState } from 'react';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';

interface Props {
  title: string;
  /** Such as "passkey". */
  noun: string;
  /** The current name. */
  name?: string;
  submitLabel?: string;
  action: { mutate: (name: string) => void; isPending: boolean; error: Error | null };
  /** The title of an error. */
  problem: string;
  /** The cause in words, if the error has none for people. */
  why?: string | null;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the name of an authenticator app or a passkey. */
export function NameFactor({ noun, action, why, children, ...props }: Props) {
  const [name, setName] = useState(props.name ?? '');
  const { error } = action;
  const wrong = violationsOf(error)['name'];
  const offReason = name.trim() === '' && `Name the ${noun} first`;
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.submitLabel ?? 'Continue'}
      offReason={offReason}
      isPending={action.isPending}
      onSubmit={() => action.mutate(name.trim())}
      onClose={props.onClose}
      isDismissable={false}
    >
      {error && wrong === undefined && (
        <ErrorPanel title={props.problem} {...(why ? { why } : problemOf(error))} />
      )}
      {children}
      <TextField
        label="Name"
        description="Tells it apart from others, such as the device it is on."
        name="name"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={setName}
        errorMessage={wrong && violationText('Name', wrong)}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
