/** The endpoints for a person's authenticator apps, passkeys and recovery codes. */
import { z } from 'zod';
import { creationAnswer } from '#lib/auth/passkeys/answers.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { removeFactor, renameFactor, type FactorKind } from '#lib/service/people/factor-changes.ts';
import {
  addPasskey,
  beginPasskey,
  passkeySecondStep,
  passkeySignIn,
} from '#lib/service/people/passkeys.ts';
import {
  beginApp,
  confirmRecoveryCodes,
  describeSecondFactors,
  newRecoveryCodes,
  verifyApp,
} from '#lib/service/people/second-factors.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { byCaller, callerOf, toCaller, type Routes } from './caller.ts';

const removing = (kind: FactorKind) =>
  byCaller(['uid'], (principal, { uid }, client) => removeFactor(principal, kind, uid, client));

const renaming = (kind: FactorKind) =>
  byCaller(['uid', 'name'], (principal, { uid, name }, client) =>
    renameFactor(principal, kind, { uid, name }, client),
  );

const verifyRequest = z.strictObject({ name: z.string(), credential: creationAnswer });

async function postVerifyPasskey(request: Request): Promise<Response> {
  const principal = await callerOf(request);
  const given = checked(verifyRequest, await readJson(request));
  return jsonResponse(await addPasskey(principal, given, clientOf(request)));
}

/** For anyone, as the sign-in page is. */
async function getPasskeySignIn(request: Request): Promise<Response> {
  const { options, cookie } = await passkeySignIn(request.headers.get('cookie') ?? '');
  return jsonResponse({ options }, { headers: { 'set-cookie': cookie } });
}

export const SECOND_FACTOR_ROUTES: Routes = {
  '/auth/v1/secondFactors': { GET: toCaller(describeSecondFactors) },
  '/auth/v1/authenticatorApps': {
    POST: byCaller(['name'], (principal, { name }) => beginApp(principal, name)),
  },
  '/auth/v1/authenticatorApps:verify': {
    POST: byCaller(['uid', 'code'], verifyApp),
  },
  '/auth/v1/authenticatorApps:remove': { POST: removing('AuthenticatorApp') },
  '/auth/v1/authenticatorApps:rename': { POST: renaming('AuthenticatorApp') },
  '/auth/v1/passkeys': {
    POST: byCaller(['name'], (principal, { name }) => beginPasskey(principal, name)),
  },
  '/auth/v1/passkeys:verify': { POST: postVerifyPasskey },
  '/auth/v1/passkeys:remove': { POST: removing('Passkey') },
  '/auth/v1/passkeys:rename': { POST: renaming('Passkey') },
  '/auth/v1/passkeys:signIn': { GET: getPasskeySignIn },
  // For the browser that has given the password.
  '/auth/v1/passkeys:secondStep': {
    GET: async ({ headers }) => jsonResponse(await passkeySecondStep(headers.get('cookie') ?? '')),
  },
  '/auth/v1/recoveryCodes': { POST: byCaller([], newRecoveryCodes) },
  '/auth/v1/recoveryCodes:confirm': {
    POST: byCaller(['batch'], (principal, { batch }, client) =>
      confirmRecoveryCodes(principal, batch, client),
    ),
  },
};
