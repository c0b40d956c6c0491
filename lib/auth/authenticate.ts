/** Finds out who makes a request: by a bearer token, or by the session of the console. */
import { unauthenticated } from '#lib/aip/errors.ts';
import { fromSession } from '#lib/auth/sessions/from-session.ts';
import { fromToken } from '#lib/auth/tokens/from-token.ts';
import type { AuthenticateOptions, Credentials } from './credentials.ts';
import { noteCaller } from './last-seen.ts';
import { CLIENT_ADDRESS_HEADER } from './own-headers.ts';
import type { Principal } from './principal.ts';

/**
 * @throws ApiError UNAUTHENTICATED that names the flaw of the credentials, or says that they match
 *   no identity.
 */
export async function authenticate(
  request: Credentials,
  options: AuthenticateOptions = {},
): Promise<Principal> {
  const since = Date.now();
  const authorization = request.headers.get('authorization');
  const principal =
    authorization === null
      ? await fromSession(request, options)
      : await fromHeader(authorization, {
          ...options,
          address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '',
        });
  await noteCaller(principal, since);
  return principal;
}

function fromHeader(authorization: string, options: AuthenticateOptions): Promise<Principal> {
  const token = /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw unauthenticated('the Authorization header must be Bearer and a token');
  }
  return fromToken(token, options);
}
