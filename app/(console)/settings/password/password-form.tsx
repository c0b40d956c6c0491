'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Section } from '#app/(console)/settings/section.tsx';
import { type Caller, currentCaller } from '#lib/client/session/caller.ts';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { NewPasswordField } from '#components/passwords/new-password-field.tsx';
import LeaveDialog from '#components/resource-form/leave-dialog.tsx';
import { useUnsavedGuard } from '#components/resource-form/use-unsaved-guard.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { post } from '#lib/client/api.ts';
import { ownSessions } from '#lib/client/session/sessions.ts';

const LABELS = { currentPassword: 'Current password', newPassword: 'New password' } as const;
const EMPTY = { currentPassword: '', newPassword: '' };

/** Names that the server does not accept in a password, as far as the caller can see them. */
const accountNames = (caller: Caller | undefined): string[] =>
  [...(caller?.identities ?? []), ...(caller?.topGroups ?? [])].map(({ name }) => name);

/** Sets a new password, which ends all other sessions. */
export function PasswordForm() {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const guard = useUnsavedGuard(values.newPassword !== '');
  const change = useMutation({
    mutationFn: () => post<object>('/auth/v1/password', values),
    onSuccess: () => {
      setValues(EMPTY);
      toast({ title: 'Password changed', description: 'All other sessions have ended.' });
      void client.invalidateQueries({ queryKey: ownSessions().queryKey });
    },
  });
  const { error } = change;
  // After the messages are in the document, so that the field has its description.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const violations = violationsOf(error);
  const isAtField = Object.keys(violations).some((name) => name in LABELS);
  const field = (name: keyof typeof LABELS) => ({
    name,
    label: LABELS[name],
    value: values[name],
    onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
    errorMessage: violations[name] && violationText(LABELS[name], violations[name]),
    isRequired: true,
    className: 'max-w-100',
  });
  const offReason =
    (values.currentPassword === '' || values.newPassword === '') && 'Fill in both fields first';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!offReason && !change.isPending) change.mutate();
  };
  return (
    <Section
      title="Change your password"
      about="You stay signed in here. All your other sessions end."
    >
      <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        {/* Lets password managers see which account the password belongs to. */}
        <input
          type="text"
          name="username"
          hidden
          readOnly
          autoComplete="username"
          value={caller?.principal.email ?? ''}
        />
        {error && !isAtField && (
          <ErrorPanel title="The password was not changed" {...problemOf(error)} />
        )}
        <TextField {...field('currentPassword')} type="password" autoComplete="current-password" />
        <NewPasswordField
          {...field('newPassword')}
          email={caller?.principal.email}
          names={accountNames(caller)}
        />
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          isPending={change.isPending}
          disabledReason={offReason}
        >
          Change password
        </Button>
      </form>
      <LeaveDialog guard={guard}>Your password stays as it is.</LeaveDialog>
    </Section>
  );
}
