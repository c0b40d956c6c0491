import { call } from '#lib/client/api.ts';

/** Sends a link to the address of the caller's account. */
export const sendVerification = () =>
  call<object>('/auth/v1/emailVerification:send', { method: 'POST', body: {} });

/** @param code of that link. */
export const verifyEmail = (code: string) =>
  call<object>('/auth/v1/emailVerification:use', { method: 'POST', body: { code } });
