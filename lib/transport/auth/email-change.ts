/** The endpoints with which people change the address of their account. */
import {
  agreeToEmailChange,
  beginEmailChange,
  previewEmailChange,
} from '#lib/service/people/email-change.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { requireStrings } from '#lib/transport/http/strings.ts';
import { callerOf } from './caller.ts';

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
