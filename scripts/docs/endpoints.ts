/** The table of endpoints around sign-in in docs/authentication.md. */
import { ROUTES } from '#lib/transport/auth/auth.ts';
import { code, table } from './tables.ts';

const ISSUER = '[verifying tokens](tokens-and-keys.md#tokens)';
const NO_MAIL = '`NO_MAIL`';
const ITEM = 'removes it, by `{uid}`';
const NAMED = 'renames it, by `{uid, name}`';

/** The body, the answer and the reasons of errors, by method and path. */
const PURPOSES: Readonly<Record<string, string>> = {
  'GET /.well-known/openid-configuration': ISSUER,
  'GET /.well-known/jwks.json': ISSUER,
  'GET /auth/v1/setup': 'the first run: `{needed}`',
  'POST /auth/v1/setup': '`{token, name, ownerEmail, ownerPassword}`',
  'GET /auth/v1/me': 'the caller, identities, bindings, top groups, capabilities, `unmetPolicies`',
  'GET /auth/v1/commonPasswords': '`{passwords}` that are refused',
  'POST /auth/v1/passwordResets:preview': '`{code}`: whose password, until when',
  'POST /auth/v1/passwordResets:request': `\`{email}\`; answers \`{}\` in any case, or ${NO_MAIL}`,
  'POST /auth/v1/passwordResets:use': '`{code, newPassword}`; ends all sessions; `RESET_EXPIRED`',
  'POST /auth/v1/password': '`{currentPassword, newPassword}`; ends the other sessions',
  'POST /auth/v1/emailChange:begin': `\`{email}\`: a link to the current address, or the new one if it is unverified; ${NO_MAIL}`,
  'POST /auth/v1/emailChange:preview': '`{code}`: `{email, newEmail, reader}`, `CURRENT` or `NEW`',
  'POST /auth/v1/emailChange:agree': '`{code}`: sends the next link, or `{changed}`',
  'POST /auth/v1/emailVerification:send': `\`{}\`; ${NO_MAIL}`,
  'POST /auth/v1/emailVerification:use': '`{code}`; `VERIFICATION_EXPIRED`',
  'GET /auth/v1/secondFactors': '`{authenticatorApps, passkeys, recoveryCodesLeft}`',
  'POST /auth/v1/authenticatorApps': '`{name}`: `{uid, secret, address, qrCode}`, once',
  'POST /auth/v1/authenticatorApps:verify':
    '`{uid, code}` in 30 minutes; the first factor: `{batch, recoveryCodes}`',
  'POST /auth/v1/authenticatorApps:remove': ITEM,
  'POST /auth/v1/authenticatorApps:rename': NAMED,
  'POST /auth/v1/passkeys': '`{name}`: `{options}` for `navigator.credentials.create`',
  'POST /auth/v1/passkeys:verify':
    '`{name, credential}` in 5 minutes; the first factor: `{batch, recoveryCodes}`',
  'POST /auth/v1/passkeys:remove': ITEM,
  'POST /auth/v1/passkeys:rename': NAMED,
  'GET /auth/v1/passkeys:signIn': '`{options}` to sign in without a password',
  'GET /auth/v1/passkeys:secondStep': '`{options}` after `SecondStep:WAYS`',
  'GET /auth/v1/passkeys:reauthenticate': '`{options}` for `navigator.credentials.get`',
  'POST /auth/v1/recoveryCodes':
    '`{}`: `{batch, recoveryCodes}`, once; the earlier codes still count',
  'POST /auth/v1/recoveryCodes:confirm': '`{batch}`: the codes are saved, and their factor counts',
  'POST /auth/v1/invites:accept': '`{code}` as the caller, or with `email`, `password`, `name`',
  'POST /auth/v1/invites:preview': '`{code}`: group, role, expiry',
  'GET /auth/v1/providers': '`[{id, name}]`; `organization` (root uid, repeated) or `domain`',
  'GET /auth/v1/sessions:reauthenticate':
    '`{authenticatedTime, recent, password, passkey, provider}`',
  'POST /auth/v1/sessions:reauthenticate':
    '`{currentPassword}` or `{credential}`: the session counts as recent',
  'GET /auth/v1/sessions': "the caller's sessions, each with the `network` of its sign-in",
  'DELETE /auth/v1/sessions': 'ends all others',
  'DELETE /auth/v1/sessions/*': 'ends one',
  'POST /sts/exchange': '[exchange](tokens-and-keys.md#exchange)',
  'POST /oauth/revoke': '[revoking](tokens-and-keys.md#revoking-and-introspecting)',
  'POST /oauth/introspect': '[introspecting](tokens-and-keys.md#revoking-and-introspecting)',
  'POST /oauth/backchannelLogout':
    '[signing out at the provider](running-sign-in.md#signing-out-at-the-provider)',
};

/** @throws Error for an endpoint without a purpose, or a purpose without an endpoint. */
export function endpoints(): string {
  const served = Object.entries(ROUTES).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const differing = [
    ...served.filter((one) => !Object.hasOwn(PURPOSES, one)),
    ...Object.keys(PURPOSES).filter((one) => !served.includes(one)),
  ];
  if (differing.length > 0) {
    throw new Error(`scripts/docs/endpoints.ts differs from ROUTES: ${differing.join(', ')}`);
  }
  return table(
    ['Request', 'Body and answer'],
    served.map((one) => [code(one), PURPOSES[one] ?? '']),
  );
}
