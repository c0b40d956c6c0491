import { queryOptions } from '@tanstack/react-query';
import { call, post } from '#lib/client/api.ts';

/** The most common passwords; loaded when a person types a new one. */
export const commonPasswords = () =>
  queryOptions({
    queryKey: ['commonPasswords'],
    queryFn: async ({ signal }) => {
      const { passwords } = await call<{ passwords: string[] }>('/auth/v1/commonPasswords', {
        signal,
      });
      return new Set(passwords);
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Sends a one-time link, if there is such an account. */
export const requestReset = (email: string) =>
  post<object>('/auth/v1/passwordResets:request', { email });

/** What the page of a password link shows. */
export interface PasswordReset {
  email: string;
  /**
   * The names of the person and the groups above. They do not count towards a password's length.
   */
  names: string[];
  expireTime: string;
}

/** Never retried: the server counts each wrong code as an attempt. */
export const passwordReset = (code: string) =>
  queryOptions({
    queryKey: ['passwordReset', code],
    queryFn: () => post<PasswordReset>('/auth/v1/passwordResets:preview', { code }),
    retry: false,
    staleTime: Infinity,
  });

/** It ends all sessions of the account. It fails with `RESET_EXPIRED` for a used or old code. */
export const resetPassword = (code: string, newPassword: string) =>
  post<object>('/auth/v1/passwordResets:use', { code, newPassword });
