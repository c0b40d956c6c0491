'use client';

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { setUp, type SetupBody } from '#lib/client/session/caller.ts';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { NewPasswordField } from '#components/passwords/new-password-field.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { groupPath } from '#lib/client/paths.ts';
import { signInWith } from '#lib/client/session/session.ts';

type Values = Omit<SetupBody, 'token'>;

const LABELS: Record<keyof Values, string> = {
  name: 'Organization',
  ownerEmail: 'Your e-mail',
  ownerPassword: 'Password',
};

const EMPTY: Values = { name: '', ownerEmail: '', ownerPassword: '' };

/** Creates the organization and its owner, signs the owner in and opens the group. */
export function WelcomeForm({ token }: { token: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);

  const creation = useMutation({
    mutationFn: async () => {
      const { group } = await setUp({ token, ...values });
      const { ownerEmail: email, ownerPassword: password } = values;
      const problem = await signInWith({ email, password });
      return problem === null ? groupPath(group.uid) : '/sign-in';
    },
    onSuccess: (path) => window.location.replace(path),
  });

  const { error } = creation;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const violations = violationsOf(error);
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
    label: LABELS[name],
    errorMessage: violations[name] && violationText(LABELS[name], violations[name]),
    isRequired: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!creation.isPending && !creation.isSuccess) creation.mutate();
  };
  const isAtField = Object.keys(violations).some((name) => name in EMPTY);
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        {...field('name')}
        description="Lowercase letters, digits, spaces, dots, hyphens and underscores."
        autoComplete="organization"
        autoFocus
      />
      <TextField
        {...field('ownerEmail')}

        type="email"
        autoComplete="username"
      />
      <NewPasswordField
        {...field('ownerPassword')}
        email={values.ownerEmail}
        names={[values.name]}
      />
      <FormProblem>{creation.isError && !isAtField && problemOf(error).why}</FormProblem>
      <Button
        type="submit"
        variant="primary"
        className="mt-1 w-full"
        isPending={creation.isPending || creation.isSuccess}
      >
        Create organization
      </Button>
    </form>
  );
}
