import { queryOptions } from '@tanstack/react-query';
import { post } from '#lib/client/api.ts';

const PATH = '/auth/v1/emailChange';

/** Sends a link to the current address of the caller's account. */
export const beginEmailChange = (email: string) => post<object>(`${PATH}:begin`, { email });

type EmailChange = Record<'email' | 'newEmail', string> & { reader: 'CURRENT' | 'NEW' };

export const emailChange = (code: string) =>
  queryOptions({
    queryKey: ['email change', code],
    queryFn: ({ signal }) => post<EmailChange>(`${PATH}:preview`, { code }, signal),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Agrees to the change; `changed` once both addresses have. */
export const agreeToEmailChange = (code: string) =>
  post<{ changed: boolean }>(`${PATH}:agree`, { code });
