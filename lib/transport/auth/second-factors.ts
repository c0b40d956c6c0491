/** The endpoints for a person's authenticator apps and recovery codes, and for what passkeys share with apps. */
import { removeFactor, renameFactor, type FactorKind } from '#lib/service/people/factor-changes.ts';
import {
  beginApp,
  confirmRecoveryCodes,
  describeSecondFactors,
  newRecoveryCodes,
  verifyApp,
} from '#lib/service/people/second-factors.ts';
import { jsonResponse } from '#lib/transport/http/answers.ts';
import { byCaller, callerOf } from './caller.ts';

export async function getSecondFactors(request: Request): Promise<Response> {
  return jsonResponse(await describeSecondFactors(await callerOf(request)));
}

export const postApp = byCaller(['name'], (principal, { name }) => beginApp(principal, name));

export const postVerifyApp = byCaller(['uid', 'code'], (principal, { uid, code }, client) =>
  verifyApp(principal, { uid, code }, client),
);

const postRemove = (kind: FactorKind) =>
  byCaller(['uid'], (principal, { uid }, client) => removeFactor(principal, kind, uid, client));

export const postRemoveApp = postRemove('AuthenticatorApp');

export const postRemovePasskey = postRemove('Passkey');

const postRename = (kind: FactorKind) =>
  byCaller(['uid', 'name'], (principal, { uid, name }, client) =>
    renameFactor(principal, kind, { uid, name }, client),
  );

export const postRenameApp = postRename('AuthenticatorApp');

export const postRenamePasskey = postRename('Passkey');

export const postRecoveryCodes = byCaller([], (principal) => newRecoveryCodes(principal));

export const postConfirmCodes = byCaller(['batch'], (principal, { batch }, client) =>
  confirmRecoveryCodes(principal, batch, client),
);
