'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { SecondStep } from '#components/sign-in/second-step.tsx';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { NewPasswordField } from '#components/passwords/new-password-field.tsx';
import { violationText } from '#components/resource-form/violation-text.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { type PasswordReset, resetPassword } from '#lib/client/session/passwords.ts';
import { secondStepOf, signInWith } from '#lib/client/session/session.ts';

const LABEL = 'New password';

const leave = (path: string) => window.location.replace(path);

/** Sets the password, signs the person in and leaves the page. */
export function ResetForm({ code, reset }: { code: string; reset: PasswordReset }) {
  const form = useRef<HTMLFormElement>(null);
  const [newPassword, setNewPassword] = useState('');
  const { email, names } = reset;
  const change = useMutation({
    mutationFn: async () => {
      await resetPassword(code, newPassword);
      return signInWith({ email, password: newPassword });
    },
    onSuccess: (problem) => {
      if (secondStepOf(problem) === null) leave(problem === null ? '/' : '/sign-in');
    },
  });
  const { error } = change;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const violation = violationsOf(error)['newPassword'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending && !change.isSuccess) change.mutate();
  };
  const ways = secondStepOf(change.data ?? null);
  if (ways !== null) {
    return (
      <>
        <p role="status" className="mb-4">
          Your password is set. To sign in, your second factor is needed as well.
        </p>
        <SecondStep ways={ways} onSignedIn={() => leave('/')} onEnded={() => leave('/sign-in')} />
      </>
    );
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* Lets password managers see which account the password belongs to. */}
      <input type="text" name="username" hidden readOnly autoComplete="username" value={email} />
      <NewPasswordField
        name="newPassword"
        label={LABEL}
        value={newPassword}
        onChange={setNewPassword}
        errorMessage={violation && violationText(LABEL, violation)}
        email={email}
        names={names}
        isRequired
        autoFocus
      />
      <FormProblem>{change.isError && violation === undefined && problemOf(error).why}</FormProblem>
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        isPending={change.isPending || change.isSuccess}
      >
        Set password and sign in
      </Button>
    </form>
  );
}
