/** The endpoints for the pages of a forgotten password and of a one-time link. */
import { previewReset, requestReset, resetPassword } from '#lib/service/people/password-resets.ts';
import { jsonResponse } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { readStrings } from '#lib/transport/http/strings.ts';
import type { Routes } from './caller.ts';

const signingIn = (request: Request) => ({
  ...clientOf(request),
  cookies: request.headers.get('cookie') ?? '',
});

async function postPreviewReset(request: Request): Promise<Response> {
  const { code } = await readStrings(request, 'code');
  return jsonResponse(await previewReset(code, clientOf(request).network));
}

async function postRequestReset(request: Request): Promise<Response> {
  const { email } = await readStrings(request, 'email');
  await requestReset(email, signingIn(request));
  return jsonResponse({});
}

async function postUseReset(request: Request): Promise<Response> {
  const { code, newPassword } = await readStrings(request, 'code', 'newPassword');
  await resetPassword(code, newPassword, signingIn(request));
  return jsonResponse({});
}

export const RESET_ROUTES: Routes = {
  '/auth/v1/passwordResets:preview': { POST: postPreviewReset },
  '/auth/v1/passwordResets:request': { POST: postRequestReset },
  '/auth/v1/passwordResets:use': { POST: postUseReset },
};
