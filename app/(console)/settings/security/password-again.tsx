'use client';

import { useState } from 'react';
import { violationsOf } from '#components/frame/problem.ts';
import { violationText } from '#components/resource-form/violation-text.ts';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { asksForPassword } from '#lib/client/session/second-factors.ts';

const LABEL = 'Current password';

export interface PasswordAgain {
  isNeeded: boolean;
  password: string;
  setPassword: (password: string) => void;
}

/**
 * The password, where a change needs it.
 *
 * @param isNeeded as known before the change was tried.
 * @param error what the change ended with. The sign-in may have become too old meanwhile.
 */
export function usePasswordAgain(isNeeded: boolean, error: unknown): PasswordAgain {
  const [password, setPassword] = useState('');
  return {
    isNeeded: isNeeded || asksForPassword(error) || password !== '',
    password,
    setPassword,
  };
}

/** Whether the error is shown at the field. */
export const isAboutPassword = (error: unknown): boolean =>
  asksForPassword(error) || violationsOf(error)['currentPassword'] !== undefined;

interface Props {
  again: PasswordAgain;
  error: unknown;
  hasFocus?: boolean;
}

export function PasswordAgainField({ again, error, hasFocus }: Props) {
  if (!again.isNeeded) return null;
  const wrong = violationsOf(error)['currentPassword'];
  return (
    <TextField
      label={LABEL}
      description="You signed in more than 10 minutes ago."
      type="password"
      name="currentPassword"
      autoComplete="current-password"
      value={again.password}
      onChange={again.setPassword}
      errorMessage={wrong && violationText(LABEL, wrong)}
      isRequired
      autoFocus={(hasFocus ?? false) || asksForPassword(error)}
    />
  );
}
