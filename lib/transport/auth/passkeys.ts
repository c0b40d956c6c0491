/** The endpoints for a person's passkeys, and for signing in with one. */
import { z } from 'zod';
import { creationAnswer } from '#lib/auth/passkeys/answers.ts';
import {
  addPasskey,
  beginPasskey,
  passkeySecondStep,
  passkeySignIn,
} from '#lib/service/people/passkeys.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { byCaller, callerOf } from './caller.ts';

export const postPasskey = byCaller(['name'], (principal, { name }) =>
  beginPasskey(principal, name),
);

const verifyRequest = z.strictObject({ name: z.string(), credential: creationAnswer });

export async function postVerifyPasskey(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  const given = checked(verifyRequest, await readJson(request));
  return jsonResponse(await addPasskey(principal, given, clientOf(request)));
}

/** For anyone, as the sign-in page is. */
export async function getPasskeySignIn(request: Request): Promise<Response> {
  const { options, cookie } = await passkeySignIn(request.headers.get('cookie') ?? '');
  return jsonResponse({ options }, { headers: { 'set-cookie': cookie } });
}

/** For the browser that has given the password. */
export async function getPasskeySecondStep(request: Request): Promise<Response> {
  return jsonResponse(await passkeySecondStep(request.headers.get('cookie') ?? ''));
}
