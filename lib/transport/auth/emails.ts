/** The endpoints with which people change and verify the address of their account. */
import {
  agreeToEmailChange,
  beginEmailChange,
  previewEmailChange,
} from '#lib/service/people/email-change.ts';
import { sendVerification, verifyEmail } from '#lib/service/people/email-verification.ts';
import { byCaller, type Routes } from './caller.ts';

export const EMAIL_ROUTES: Routes = {
  '/auth/v1/emailChange:begin': {
    POST: byCaller(['email'], (principal, { email }, client) =>
      beginEmailChange(principal, email, client),
    ),
  },
  '/auth/v1/emailChange:preview': {
    POST: byCaller(['code'], (principal, { code }) => previewEmailChange(principal, code)),
  },
  '/auth/v1/emailChange:agree': {
    POST: byCaller(['code'], async (principal, { code }, client) => ({
      changed: await agreeToEmailChange(principal, code, client),
    })),
  },
  '/auth/v1/emailVerification:send': {
    POST: byCaller([], (principal, _, client) => sendVerification(principal, client)),
  },
  '/auth/v1/emailVerification:use': {
    POST: byCaller(['code'], (principal, { code }) => verifyEmail(principal, code)),
  },
};
