'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { named } from '#components/ui/text/named.ts';
import { parentUid } from '#lib/client/paths.ts';
import { type SavedView, subscriptions } from '#lib/client/resources/resources.ts';
import { ownTimeZone, SCHEDULES } from '#lib/client/resources/schedules.ts';

interface Props {
  view: SavedView;
  /** The name of the person, so that names of several people differ. */
  person: string;
  onClose: () => void;
}

/** Asks how often somebody wants a digest of a view by e-mail. */
export default function NotifyDialog({ view, person, onClose }: Props) {
  const cache = useQueryClient();
  const [name, setName] = useState(person === '' ? view.name : `${view.name} for ${person}`);
  const [schedule, setSchedule] = useState('DAILY');
  const timeZone = ownTimeZone();
  const making = useMutation({
    mutationFn: () =>
      subscriptions.create(parentUid(view.uid) ?? '', {
        name: name.trim(),
        email: { savedViewUid: view.uid, schedule, timeZone },
      }),
    onSuccess: () => {
      subscriptions.refresh(cache);
      toast(named`You get ${view.name} by e-mail`);
      onClose();
    },
  });
  const { name: wrong, email } = violationsOf(making.error);
  return (
    <FormDialog
      title="Notify me"
      submitLabel="Send me e-mail"
      offReason={name.trim() === '' && 'Give it a name'}
      isPending={making.isPending}
      onSubmit={() => making.mutate()}
      onClose={onClose}
    >
      {making.error && wrong === undefined && (
        <ErrorPanel
          title="You will get no e-mail"
          {...problemOf(making.error)}
          {...(email !== undefined && {
            why: 'Your e-mail address is not verified. Verify it in Settings, under Profile.',
          })}
        />
      )}
      <Select
        label="How often"
        name="schedule"
        options={SCHEDULES}
        value={schedule}
        onChange={setSchedule}
      />
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        errorMessage={wrong && violationText('Name', wrong)}
        autoComplete="off"
        maxLength={128}
        isRequired
      />
      <p className="text-sm text-ink-2">
        One message about all that is new, and none if nothing is. The clock is that of {timeZone}.
        To change or end it, see Subscriptions in Setup.
      </p>
    </FormDialog>
  );
}
