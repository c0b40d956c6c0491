'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProblem } from '#app/(auth)/form-problem.tsx';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { requestReset } from '#lib/client/session/passwords.ts';

const LABEL = 'E-mail';

/** Why no link was asked for. A wait can be most of an hour, too long for a countdown of seconds. */
function whyOf(error: unknown): string {
  const seconds =
    error instanceof ApiRequestError ? error.metadata['retryAfterSeconds'] : undefined;
  if (seconds === undefined) return problemOf(error).why;
  const minutes = Math.ceil(Number(seconds) / 60);
  return `A link was asked for too often. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

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
              Nothing there? Look among unwanted mail, or ask whoever runs this installation.
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
          <FormProblem>{error && violation === undefined && whyOf(error)}</FormProblem>
          <Button type="submit" variant="primary" className="mt-1 w-full" isPending={isPending}>
            Send the link
          </Button>
        </form>
      )}
    </>
  );
}
