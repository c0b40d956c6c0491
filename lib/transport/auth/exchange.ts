/** `POST /sts/exchange`. Its clients are OAuth clients, so its errors have the form of OAuth. */
import { invalidField, isApiError } from '#lib/aip/errors.ts';
import { exchangeToken } from '#lib/auth/tokens/exchange.ts';
import type { ExchangeError } from '#lib/auth/tokens/exchange.ts';
import { jsonResponse, readText } from '#lib/transport/http/answers.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

export async function postExchange(request: Request): Promise<Response> {
  try {
    if (!FORM.test(request.headers.get('content-type') ?? '')) {
      throw invalidField('Content-Type', 'must be application/x-www-form-urlencoded');
    }
    const form = new URLSearchParams(await readText(request));
    return jsonResponse(await exchangeToken(form), { headers: { pragma: 'no-cache' } });
  } catch (error) {
    const { code, description, reason } = oauthError(error);
    const body = { error: code, error_description: description, ...(reason && { reason }) };
    return jsonResponse(body, { status: 400 });
  }
}

/** @throws the error if neither the client nor the token caused it. */
function oauthError(error: unknown): { code: string; description: string; reason?: string } {
  if (isExchangeError(error)) {
    const { code, message, reason } = error;
    return { code, description: ascii(message), reason };
  }
  if (isApiError(error) && error.status === 'INVALID_ARGUMENT') {
    return { code: 'invalid_request', description: ascii(error.message) };
  }
  throw error;
}

function isExchangeError(error: unknown): error is ExchangeError {
  return error instanceof Error && error.name === 'ExchangeError';
}

/** RFC 6749 allows only printable ASCII without quotes and backslashes. */
function ascii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x7e]|\\/g, '?');
}
