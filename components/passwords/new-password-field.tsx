'use client';

import { useQuery } from '@tanstack/react-query';
import { PasswordRules } from '#components/passwords/password-rules.tsx';
import { TextField, type TextFieldProps } from '#components/ui/fields/text-field.tsx';
import { accountWords } from '#lib/auth/password-rules.ts';
import { commonPasswords } from '#lib/client/session/passwords.ts';

interface Props extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'description'> {
  value: string;
  /** The person's name and e-mail, as far as the form knows them. */
  email?: string | undefined;
  names?: readonly string[];
}

/** A new password with its rules, which are shown first and checked while typing. */
export function NewPasswordField({ email = '', names = [], ...props }: Props) {
  const { data: common } = useQuery({ ...commonPasswords(), enabled: props.value !== '' });
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      description={
        <PasswordRules
          password={props.value}
          words={accountWords({ email, names })}
          common={common}
        />
      }
    />
  );
}
