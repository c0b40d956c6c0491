/** The endpoints for the pages of a forgotten password and of a one-time link. */
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/client-address.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { previewReset, requestReset, resetPassword } from '#lib/service/people/password-resets.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { requireStrings } from '#lib/transport/http/strings.ts';

function networkOf(request: Request): string {
  return clientNetwork(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '');
}

function clientOf(request: Request) {
  return { network: networkOf(request), userAgent: request.headers.get('user-agent') ?? '' };
}

export async function postRequestReset(request: Request): Promise<Response> {
  const { email = '' } = requireStrings(await readJson(request), { required: ['email'] });
  await requestReset(email, clientOf(request));
  return jsonResponse({});
}

export async function postPreviewReset(request: Request): Promise<Response> {
  const { code = '' } = requireStrings(await readJson(request), { required: ['code'] });
  return jsonResponse(await previewReset(code, networkOf(request)));
}

export async function postUseReset(request: Request): Promise<Response> {
  const { code = '', newPassword = '' } = requireStrings(await readJson(request), {
    required: ['code', 'newPassword'],
  });
  const client = { ...clientOf(request), cookies: request.headers.get('cookie') ?? '' };
  await resetPassword(code, newPassword, client);
  return jsonResponse({});
}
