'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { linkProblem } from '#components/frame/link-problem.ts';
import { violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { requestReset } from '#lib/client/session/passwords.ts';

const LABEL = 'E-mail';

/** Asks for a one-time link. The answer is the same whether or not there is an account. */
export function RequestForm() {
  const [email, setEmail] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const request = useMutation({ mutationFn: () => requestReset(email) });
  const { error, isPending, isSuccess } = request;
  const violation = violationsOf(error)['email'];
  useEffect(() => {
    if (violation !== undefined) input.current?.focus();
  }, [violation]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) request.mutate();
  };
  return (
    <>
      <div role="status">
        {isSuccess && (
          <>
            <p>
              If there is an account for{' '}
              <strong className="font-medium break-words">{email.trim()}</strong>, a link to choose
              a new password is on its way. It works once, within 30 minutes.
            </p>
            <p className="mt-3 text-ink-2">
              No e-mail? Look in your spam folder, or ask the operator of this installation.
            </p>
          </>
        )}
      </div>
      {!isSuccess && (
        <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-ink-2">You get an e-mail with a link to choose a new one.</p>
          <TextField
            label={LABEL}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            errorMessage={violation && violationText(LABEL, violation)}
            isRequired
            autoFocus
            inputRef={input}
          />
          <FormProblem>{error && violation === undefined && linkProblem(error)}</FormProblem>
          <Button type="submit" variant="primary" className="mt-1 w-full" isPending={isPending}>
            Send the link
          </Button>
        </form>
      )}
    </>
  );
}
