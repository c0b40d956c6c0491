import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';

/** The most used passwords, read once somebody types a new one. */
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

/** Whose password a one-time link sets. */
export interface PasswordReset {
  email: string;
  /** Of the person and the groups above; they do not count towards the length of a password. */
  names: string[];
  expireTime: string;
}

/** A wrong code counts as an attempt, so it is not asked for again by itself. */
export const passwordReset = (code: string) =>
  queryOptions({
    queryKey: ['passwordReset', code],
    queryFn: () =>
      call<PasswordReset>('/auth/v1/passwordResets:preview', { method: 'POST', body: { code } }),
    retry: false,
    staleTime: Infinity,
  });

export const resetPassword = (code: string, newPassword: string) =>
  call<object>('/auth/v1/passwordResets:use', { method: 'POST', body: { code, newPassword } });
