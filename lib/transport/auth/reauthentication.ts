/** The endpoints with which a session confirms again who its person is. */
import { z } from 'zod';
import { invalidArgument } from '#lib/aip/errors.ts';
import { assertionAnswer } from '#lib/auth/passkeys/answers.ts';
import { validate } from '#lib/resources/input.ts';
import {
  describeAuthentication,
  passkeyReauthentication,
  reauthenticateByPasskey,
  reauthenticateByPassword,
} from '#lib/service/people/reauthentication.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { callerOf, toCaller, type Routes } from './caller.ts';

const given = z.strictObject({
  currentPassword: z.string().optional(),
  credential: assertionAnswer.optional(),
});

async function postReauthentication(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  const { input, violations } = validate(given, await readJson(request));
  const { currentPassword, credential } = input as z.infer<typeof given>;
  const isOne = (currentPassword === undefined) !== (credential === undefined);
  const one = { field: 'currentPassword', description: 'or credential is required, and only one' };
  const all = violations.length > 0 || isOne ? violations : [one];
  if (all.length > 0) throw invalidArgument(all);
  const client = clientOf(request);
  if (currentPassword !== undefined) {
    await reauthenticateByPassword(principal, currentPassword, client);
  } else if (credential !== undefined) {
    await reauthenticateByPasskey(principal, credential, client);
  }
  return jsonResponse({});
}

export const REAUTHENTICATION_ROUTES: Routes = {
  '/auth/v1/passkeys:reauthenticate': {
    GET: toCaller(passkeyReauthentication),
  },
  '/auth/v1/sessions:reauthenticate': {
    GET: toCaller(describeAuthentication),
    POST: postReauthentication,
  },
};
