/** The endpoints for the caller, and for the password and address of their account. */
import { identify } from '#lib/auth/identify.ts';
import { changePassword } from '#lib/auth/passwords/change-password.ts';
import { COMMON_PASSWORDS } from '#lib/auth/passwords/new-passwords.ts';
import { AccountService } from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import { newCall } from '#lib/service/calls/call.ts';
import {
  agreeToEmailChange,
  beginEmailChange,
  previewEmailChange,
} from '#lib/service/people/email-change.ts';
import { sendVerification, verifyEmail } from '#lib/service/people/email-verification.ts';
import { describeCaller } from '#lib/service/people/me.ts';
import { previewReset, requestReset, resetPassword } from '#lib/service/people/password-resets.ts';
import { jsonResponse } from '#lib/transport/http/answers.ts';
import { answeringAnybody, answeringCaller, type Route } from './caller.ts';

const METHODS = AccountService.method;

const DAY_CACHE = { headers: { 'cache-control': 'public, max-age=86400' } };

export const ACCOUNT: readonly Route[] = [
  [
    METHODS.getCaller,
    async (request) =>
      jsonResponse(await describeCaller(await newCall(await identify(request, 'read')))),
  ],
  [
    METHODS.listCommonPasswords,
    async () => jsonResponse({ passwords: COMMON_PASSWORDS }, DAY_CACHE),
  ],
  answeringCaller(METHODS.changePassword, (principal, { currentPassword, newPassword }, client) =>
    changePassword(principal, currentPassword, newPassword, client),
  ),
  answeringAnybody(METHODS.previewPasswordReset, ({ code }, { network }) =>
    previewReset(code, network),
  ),
  answeringAnybody(METHODS.requestPasswordReset, ({ email }, client) =>
    requestReset(email, client),
  ),
  answeringAnybody(METHODS.usePasswordReset, ({ code, newPassword }, client) =>
    resetPassword(code, newPassword, client),
  ),
  answeringCaller(METHODS.beginEmailChange, (principal, { email }, client) =>
    beginEmailChange(principal, email, client),
  ),
  answeringCaller(METHODS.previewEmailChange, (principal, { code }) =>
    previewEmailChange(principal, code),
  ),
  answeringCaller(METHODS.agreeToEmailChange, async (principal, { code }, client) => ({
    changed: await agreeToEmailChange(principal, code, client),
  })),
  answeringCaller(METHODS.sendEmailVerification, (principal, _, client) =>
    sendVerification(principal, client),
  ),
  answeringCaller(METHODS.useEmailVerification, (principal, { code }) =>
    verifyEmail(principal, code),
  ),
];
