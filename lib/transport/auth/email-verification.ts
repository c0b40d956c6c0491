/** The endpoints with which people show that the address of their account is theirs. */
import { sendVerification, verifyEmail } from '#lib/service/people/email-verification.ts';
import { byCaller } from './caller.ts';

export const postSendVerification = byCaller([], (principal, _, client) =>
  sendVerification(principal, client),
);

export const postVerifyEmail = byCaller(['code'], (principal, { code }) =>
  verifyEmail(principal, code),
);
