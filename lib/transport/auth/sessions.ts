/** The endpoints for the caller's sessions, and with which one confirms again who its person is. */
import { z } from 'zod';
import { invalidArgument } from '#lib/aip/errors.ts';
import { assertionAnswer } from '#lib/auth/passkeys/answers.ts';
import { endOtherSessions, endOwnSession, ownSessions } from '#lib/auth/sessions/own-sessions.ts';
import { SessionsService } from '#lib/generated/proto/grove/auth/v1/sessions_pb.js';
import { validate } from '#lib/resources/input.ts';
import {
  describeAuthentication,
  passkeyReauthentication,
  reauthenticateByPasskey,
  reauthenticateByPassword,
} from '#lib/service/people/reauthentication.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { answeringCaller, callerOf, type Route } from './caller.ts';

const METHODS = SessionsService.method;

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

async function deleteSession(request: Request, uid: string): Promise<Response> {
  await endOwnSession(await callerOf(request), uid, clientOf(request));
  return new Response(null, { headers: { 'content-length': '0' } });
}

export const SESSIONS: readonly Route[] = [
  answeringCaller(METHODS.listSessions, async (principal) => ({
    sessions: await ownSessions(principal),
  })),
  answeringCaller(METHODS.endOtherSessions, async (principal, _, client) => ({
    ended: await endOtherSessions(principal, client),
  })),
  [METHODS.endSession, deleteSession],
  answeringCaller(METHODS.getAuthentication, describeAuthentication),
  [METHODS.reauthenticate, postReauthentication],
  answeringCaller(METHODS.beginPasskeyReauthentication, passkeyReauthentication),
];
