'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { acceptInvite, type NewPerson } from '#app/(auth)/join/invite-api.ts';
import { forgetInviteCode } from '#app/(auth)/join/invite-code.ts';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { NewPasswordField } from '#components/passwords/new-password-field.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { signInWith } from '#lib/client/session/session.ts';

interface Props {
  code: string;
  /** The group's name. */
  group: string;
  /** The only e-mail address that may accept, if the invite names one. */
  email: string | undefined;
  /** Whether this installation sends e-mail. */
  sendsMail: boolean;
}

const TO_VERIFY = 'You will get an e-mail at this address with the next step.';
const BY_LINK =
  'This installation sends no e-mail. The link of your invite lets you join, and the address is not checked.';

/** Creates an account with the invite, signs the person in and opens the group. */
export function NewPersonForm({ code, group, email: only, sendsMail }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<NewPerson>({ name: '', email: only ?? '', password: '' });
  const joining = useMutation({
    mutationFn: async () => {
      const { group } = await acceptInvite(code, values);
      const { email, password } = values;
      const problem = await signInWith({ email, password });
      return problem === null ? groupPath(group.uid) : '/sign-in';
    },
    onSuccess: (path) => {
      forgetInviteCode();
      window.location.replace(path);
    },
  });

  const { error } = joining;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const violations = violationsOf(error);
  const field = (name: keyof NewPerson) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
    errorMessage: violations[name],
    isRequired: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!joining.isPending && !joining.isSuccess) joining.mutate();
  };
  const isAtField = Object.keys(violations).some((name) => name in values);
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField {...field('name')} label="Your name" autoComplete="name" autoFocus />
      <TextField
        {...field('email')}
        label="E-mail"
        type="email"
        autoComplete="username"
        description={`${only === undefined ? '' : `The invite is for ${only} only. `}${sendsMail ? TO_VERIFY : BY_LINK}`}
      />
      <NewPasswordField
        {...field('password')}
        label="Password"
        email={values.email}
        names={[values.name, group]}
      />
      <FormProblem>{joining.isError && !isAtField && problemOf(error).why}</FormProblem>
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        isPending={joining.isPending || joining.isSuccess}
      >
        Create account and join
      </Button>
    </form>
  );
}
