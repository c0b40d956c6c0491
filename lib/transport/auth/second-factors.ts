/** The endpoints for a person's authenticator apps and recovery codes, and for what passkeys share with apps. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { Client } from '#lib/auth/access-record.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { removeFactor, renameFactor, type FactorKind } from '#lib/service/people/factor-changes.ts';
import {
  beginApp,
  confirmRecoveryCodes,
  describeSecondFactors,
  newRecoveryCodes,
  verifyApp,
} from '#lib/service/people/second-factors.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { jsonResponse, readJson } from '#lib/transport/http/answers.ts';
import { requireStrings } from '#lib/transport/http/strings.ts';
import { callerOf } from './caller.ts';

type Strings = Record<string, string>;

function post(
  required: readonly string[],
  work: (principal: Principal, body: Strings, client: Client) => Promise<JsonObject | void>,
) {
  return async (request: Request): Promise<Response> => {
    const principal = await callerOf(request);
    const body = requireStrings(await readJson(request), { required });
    return jsonResponse((await work(principal, body, clientOf(request))) ?? {});
  };
}

export async function getSecondFactors(request: Request): Promise<Response> {
  return jsonResponse(await describeSecondFactors(await callerOf(request)));
}

export const postApp = post(['name'], (principal, { name = '' }) => beginApp(principal, name));

export const postVerifyApp = post(['uid', 'code'], (principal, { uid = '', code = '' }, client) =>
  verifyApp(principal, { uid, code }, client),
);

const postRemove = (kind: FactorKind) =>
  post(['uid'], (principal, { uid = '' }, client) => removeFactor(principal, kind, uid, client));

export const postRemoveApp = postRemove('AuthenticatorApp');

export const postRemovePasskey = postRemove('Passkey');

const postRename = (kind: FactorKind) =>
  post(['uid', 'name'], (principal, { uid = '', name = '' }, client) =>
    renameFactor(principal, kind, { uid, name }, client),
  );

export const postRenameApp = postRename('AuthenticatorApp');

export const postRenamePasskey = postRename('Passkey');

export const postRecoveryCodes = post([], (principal) => newRecoveryCodes(principal));

export const postConfirmCodes = post(['batch'], (principal, { batch = '' }, client) =>
  confirmRecoveryCodes(principal, batch, client),
);
