'use client';

import { useQuery } from '@tanstack/react-query';
import { PasswordRules } from '#components/passwords/password-rules.tsx';
import { TextField, type TextFieldProps } from '#components/ui/fields/text-field.tsx';
import { accountWords } from '#lib/auth/passwords/rules.ts';
import { commonPasswords } from '#lib/client/session/passwords.ts';

interface Props extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'description'> {
  value: string;
  /** Whom the password is for, as far as the form knows. */
  email?: string | undefined;
  names?: readonly string[];
}

/** A new password, with what it must be: said before, and checked while it is typed. */
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
