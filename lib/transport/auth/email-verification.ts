/** The endpoints with which people show that the address of their account is theirs. */
import { sendVerification, verifyEmail } from '#lib/service/people/email-verification.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { requireStrings } from '#lib/transport/http/strings.ts';
import { callerOf } from './caller.ts';

export async function postSendVerification(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  requireStrings(await readJson(request), { required: [] });
  await sendVerification(principal, clientOf(request));
  return jsonResponse({});
}

export async function postVerifyEmail(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  const { code = '' } = requireStrings(await readJson(request), { required: ['code'] });
  await verifyEmail(principal, code);
  return jsonResponse({});
}
