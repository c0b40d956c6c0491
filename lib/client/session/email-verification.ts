import { post } from '#lib/client/api.ts';

/** Sends a link to the address of the caller's account. */
export const sendVerification = () => post<object>('/auth/v1/emailVerification:send', {});

/** @param code of that link. */
export const verifyEmail = (code: string) =>
  post<object>('/auth/v1/emailVerification:use', { code });
