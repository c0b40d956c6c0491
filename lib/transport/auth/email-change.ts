/** The endpoints with which people change the address of their account. */
import { identify } from '#lib/auth/identify.ts';
import {
  agreeToEmailChange,
  beginEmailChange,
  previewEmailChange,
} from '#lib/service/people/email-change.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { requireStrings } from '#lib/transport/http/strings.ts';

/** As for the other endpoints around sign-in, counted against the rate of reads. */
const callerOf = async (request: Request) => (await identify(request, 'read')).principal;

export async function postBeginChange(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  const { email = '' } = requireStrings(await readJson(request), { required: ['email'] });
  await beginEmailChange(principal, email, clientOf(request));
  return jsonResponse({});
}

const codeIn = async (request: Request) =>
  requireStrings(await readJson(request), { required: ['code'] })['code'] ?? '';

export async function postPreviewChange(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  return jsonResponse(await previewEmailChange(principal, await codeIn(request)));
}

export async function postAgreeToChange(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  const changed = await agreeToEmailChange(principal, await codeIn(request), clientOf(request));
  return jsonResponse({ changed });
}
