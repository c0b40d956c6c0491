import { queryOptions } from '@tanstack/react-query';
import type {
  ListCommonPasswordsResponseJson,
  PreviewPasswordResetResponseJson,
} from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import { call, post } from '#lib/client/api.ts';
import type { Answered } from '#lib/client/resources/wire.ts';

/** The most common passwords; loaded when a person types a new one. */
export const commonPasswords = () =>
  queryOptions({
    queryKey: ['commonPasswords'],
    queryFn: async ({ signal }) => {
      const { passwords } = await call<Answered<ListCommonPasswordsResponseJson>>(
        '/auth/v1/commonPasswords',
        {
          signal,
        },
      );
      return new Set(passwords);
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Sends a one-time link, if there is such an account. */
export const requestReset = (email: string) =>
  post<object>('/auth/v1/passwordResets:request', { email });

/** What the page of a password link shows. */
export type PasswordReset = Answered<PreviewPasswordResetResponseJson>;

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
