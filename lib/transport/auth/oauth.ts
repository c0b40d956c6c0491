/**
 * The endpoints for OAuth clients: forms as requests, and errors in the form of OAuth (RFC 6749,
 * section 5.2). Only an introspection has a caller, who gets the errors of the API.
 */
import { invalidField, isApiError } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { identify } from '#lib/auth/identify.ts';
import { exchangeToken } from '#lib/auth/tokens/exchange.ts';
import { logOutThroughProvider } from '#lib/auth/providers/provider-logout.ts';
import type { OAuthError } from '#lib/auth/tokens/oauth-requests.ts';
import { introspectToken, revokeToken } from '#lib/service/own-tokens.ts';
import { newCall } from '#lib/service/calls/call.ts';
import { jsonResponse, readText } from '#lib/transport/http/answers.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import type { Routes } from './caller.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** RFC 7662. */
async function postIntrospect(request: Request): Promise<Response> {
  const call = await newCall(await identify(request, 'read'));
  return answerForm(request, (form) => introspectToken(call, form));
}

export const OAUTH_ROUTES: Routes = {
  // RFC 8693.
  '/sts/exchange': {
    POST(request) {
      const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
      return answerForm(request, (form) => exchangeToken(form, address));
    },
  },
  // RFC 7009.
  '/oauth/revoke': {
    POST: (request, _rest, requestId) =>
      answerForm(request, (form) => revokeToken(form, requestId, clientOf(request))),
  },
  '/oauth/introspect': { POST: postIntrospect },
  // OpenID Connect Back-Channel Logout.
  '/oauth/backchannelLogout': {
    POST: (request) =>
      answerForm(request, (form) => logOutThroughProvider(form, clientOf(request))),
  },
};

async function answerForm(
  request: Request,
  work: (form: URLSearchParams) => Promise<JsonObject | void>,
): Promise<Response> {
  try {
    if (!FORM.test(request.headers.get('content-type') ?? '')) {
      throw invalidField('Content-Type', 'must be application/x-www-form-urlencoded');
    }
    const form = new URLSearchParams(await readText(request));
    return jsonResponse((await work(form)) ?? {}, { headers: { pragma: 'no-cache' } });
  } catch (error) {
    const { code, description, reason } = oauthError(error);
    const body = { error: code, error_description: description, ...(reason && { reason }) };
    return jsonResponse(body, { status: 400 });
  }
}

/** @throws the error if neither the client nor the token caused it. */
function oauthError(error: unknown): { code: string; description: string; reason?: string } {
  if (isOAuthError(error)) {
    const { code, message, reason } = error;
    return { code, description: ascii(message), reason };
  }
  if (isApiError(error) && error.status === 'INVALID_ARGUMENT') {
    return { code: 'invalid_request', description: ascii(error.message) };
  }
  throw error;
}

function isOAuthError(error: unknown): error is OAuthError {
  return error instanceof Error && error.name === 'OAuthError';
}

/** RFC 6749 allows only printable ASCII without quotes and backslashes. */
function ascii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x7e]|\\/g, '?');
}
