'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';

interface Named {
  name: string;
  shared: boolean;
}

export interface ViewDialogProps<Saved> {
  title: string;
  name: string;
  isShared: boolean;
  /** Why the view cannot be shared, or false. */
  noShare: string | false;
  save: (named: Named) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
}

const WHO = [
  { id: 'me', label: 'Only me' },
  { id: 'group', label: 'Everyone in the group' },
] as const;

/** Asks for the name of a view and for its sharing. */
export function ViewDialog<Saved>(props: ViewDialogProps<Saved>) {
  const [name, setName] = useState(props.name);
  const [isShared, setShared] = useState(props.isShared);
  const saving = useMutation({
    mutationFn: () => props.save({ name: name.trim(), shared: isShared }),
    onSuccess: props.onSaved,
  });
  const { name: wrong } = violationsOf(saving.error);
  const offReason = name.trim() === '' && 'Give the view a name';
  return (
    <FormDialog
      title={props.title}
      submitLabel="Save view"
      offReason={offReason}
      isPending={saving.isPending}
      onSubmit={() => saving.mutate()}
      onClose={props.onClose}
    >
      {saving.error && wrong === undefined && (
        <ErrorPanel title="The view was not saved" {...problemOf(saving.error)} />
      )}
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        errorMessage={wrong && violationText('Name', wrong)}
        autoFocus
        autoComplete="off"
        maxLength={128}
        isRequired
      />
      <div className="flex flex-col items-start gap-1.5">
        <span className="text-sm font-medium">Who sees it</span>
        {props.noShare ? (
          <p className="text-sm text-ink-2">Only you. {props.noShare}.</p>
        ) : (
          <>
            <Segmented
              label="Who sees it"
              options={WHO}
              value={isShared ? 'group' : 'me'}
              onChange={(who) => setShared(who === 'group')}
            />
            <p className="text-sm text-ink-2">
              {isShared
                ? 'Everyone who may see this list here, and in the groups below.'
                : 'Nobody else can see it.'}
            </p>
          </>
        )}
      </div>
    </FormDialog>
  );
}
