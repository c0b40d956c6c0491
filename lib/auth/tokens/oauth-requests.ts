/**
 * What the OAuth endpoints have in common: the parameters of a form, and the errors of OAuth. Unknown
 * parameters are ignored (RFC 6749, section 3.2).
 */
import { isApiError } from '#lib/aip/errors.ts';

/** An error in the form of RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly code:
    | 'invalid_request'
    | 'unsupported_grant_type'
    | 'unsupported_token_type'
    | 'invalid_target'
    | 'invalid_scope';
  /** The type of the precondition that failed, with the same name as in the API's errors. */
  readonly reason: 'NO_IDENTITY' | undefined;

  constructor(code: OAuthError['code'], description: string, reason?: OAuthError['reason']) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
    this.reason = reason;
  }
}

export function invalidRequest(description: string): OAuthError {
  return new OAuthError('invalid_request', description);
}

/** The value of a parameter; null if it is absent or empty. @throws OAuthError for a second one. */
export function onlyValue(form: URLSearchParams, name: string): string | null {
  const values = form.getAll(name).filter((value) => value !== '');
  if (values.length > 1) throw invalidRequest(`${name} is given twice`);
  return values[0] ?? null;
}

/**
 * What `work` returns. A flaw of the token in the parameter is a flaw of the request.
 *
 * @throws OAuthError
 */
export async function inParameter<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isApiError(error) || error.status !== 'UNAUTHENTICATED') throw error;
    throw invalidRequest(`${name}: ${error.description}`);
  }
}

/**
 * The `token` of a revocation or an introspection. The hint is accepted and makes no difference:
 * there is one type of token.
 *
 * @throws OAuthError
 */
export function tokenOf(form: URLSearchParams): string {
  onlyValue(form, 'token_type_hint');
  const token = onlyValue(form, 'token');
  if (token === null) throw invalidRequest('token is required');
  return token;
}
