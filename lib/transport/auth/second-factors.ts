/** The endpoints for a person's authenticator apps, passkeys and recovery codes. */
import { z } from 'zod';
import { creationAnswer } from '#lib/auth/passkeys/answers.ts';
import { SecondFactorsService } from '#lib/generated/proto/grove/auth/v1/second_factors_pb.js';
import { checked } from '#lib/service/calls/checked.ts';
import { removeFactor, renameFactor } from '#lib/service/people/factor-changes.ts';
import { addPasskey, beginPasskey } from '#lib/service/people/passkeys.ts';
import {
  beginApp,
  confirmRecoveryCodes,
  describeSecondFactors,
  newRecoveryCodes,
  verifyApp,
} from '#lib/service/people/second-factors.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { answeringCaller, callerOf, type Route } from './caller.ts';

const METHODS = SecondFactorsService.method;

const verifyRequest = z.strictObject({ name: z.string(), credential: creationAnswer });

async function postVerifyPasskey(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  const given = checked(verifyRequest, await readJson(request));
  return jsonResponse(await addPasskey(principal, given, clientOf(request)));
}

export const SECOND_FACTORS: readonly Route[] = [
  answeringCaller(METHODS.listSecondFactors, describeSecondFactors),
  answeringCaller(METHODS.beginAuthenticatorApp, (principal, { name }) =>
    beginApp(principal, name),
  ),
  answeringCaller(METHODS.verifyAuthenticatorApp, verifyApp),
  answeringCaller(METHODS.removeAuthenticatorApp, (principal, { uid }, client) =>
    removeFactor(principal, 'AuthenticatorApp', uid, client),
  ),
  answeringCaller(METHODS.renameAuthenticatorApp, (principal, named, client) =>
    renameFactor(principal, 'AuthenticatorApp', named, client),
  ),
  answeringCaller(METHODS.beginPasskey, (principal, { name }) => beginPasskey(principal, name)),
  [METHODS.verifyPasskey, postVerifyPasskey],
  answeringCaller(METHODS.removePasskey, (principal, { uid }, client) =>
    removeFactor(principal, 'Passkey', uid, client),
  ),
  answeringCaller(METHODS.renamePasskey, (principal, named, client) =>
    renameFactor(principal, 'Passkey', named, client),
  ),
  answeringCaller(METHODS.createRecoveryCodes, newRecoveryCodes),
  answeringCaller(METHODS.confirmRecoveryCodes, (principal, { batch }, client) =>
    confirmRecoveryCodes(principal, batch, client),
  ),
];
