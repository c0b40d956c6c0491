/** Reads bodies and writes responses for every JSON endpoint. */
import { isResponseAborted } from '#lib/abort-signals.ts';
import { invalidField, isApiError, STATUS, ApiError, type ErrorDetail } from '#lib/aip/errors.ts';
import { parseJson, type JsonObject } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { withoutDescriptor } from '#lib/net/descriptors.ts';
import { logError } from '#lib/log.ts';
import { currentTrace } from '#lib/tracing/current.ts';
import { bytesOf } from './bodies.ts';
import { maxBodyBytes, maxBodyMs } from './limits.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export function newRequestId(): string {
  return crypto.randomUUID();
}

export function jsonResponse(body: unknown, init: { status?: number; headers?: HeadersInit } = {}) {
  const headers = new Headers(init.headers);
  headers.set('content-type', JSON_TYPE);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify(body), { status: init.status ?? 200, headers });
}

export function errorResponse(error: unknown, requestId: string): Response {
  const apiError = toApiError(error, requestId);
  return jsonResponse(errorBody(apiError, requestId), {
    status: STATUS[apiError.status].http,
    headers: { ...apiError.headers, 'x-request-id': requestId },
  });
}

/** The part of the response that describes the error: its code, message and details. */
export function errorBody(error: unknown, requestId: string) {
  const apiError = toApiError(error, requestId);
  const { code } = STATUS[apiError.status];
  return { code, message: apiError.message, details: errorDetails(apiError, requestId) };
}

/**
 * Other errors than ApiError are logged in full and returned as INTERNAL, unless only a descriptor
 * was missing.
 */
export function toApiError(error: unknown, requestId: string): ApiError {
  return isApiError(error) ? error : unexpected(error, requestId);
}

/** The details of a response. The first one identifies the installation and the request. */
export function errorDetails(
  error: ApiError,
  requestId: string,
): [ErrorInfoDetail, ...ErrorDetail[]] {
  return [errorInfo(error.status, requestId, error.metadata), ...error.details];
}

/** @param reason the name of the code. */
export function errorInfo(
  reason: string,
  requestId: string,
  metadata: Record<string, string> = {},
): ErrorInfoDetail {
  const trace = currentTrace();
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: `iam.${new URL(config().url).host}`,
    metadata: { ...metadata, requestId, ...(trace !== undefined && { traceId: trace.traceId }) },
  };
}

interface ErrorInfoDetail {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo';
  reason: string;
  domain: string;
  metadata: Record<string, string>;
}

/** What ends the work for a client that disconnects. Nobody reads it, and it is not an error. */
export const disconnected = () => new ApiError('UNAVAILABLE', 'the client disconnected');

function unexpected(error: unknown, requestId: string): ApiError {
  if (isResponseAborted(error)) return disconnected();
  const known = withoutDescriptor(error);
  if (known !== null) return known;
  logError(`request ${requestId} failed`, error, { requestId });
  return new ApiError('INTERNAL', `request ${requestId}`);
}

/** A method that the path does not support. `allow` lists the supported ones. */
export function methodNotAllowed(method: string, allow: readonly string[]): ApiError {
  return new ApiError('UNIMPLEMENTED', `${method} is not offered here`, {
    headers: { allow: allow.join(', ') },
  });
}

/**
 * The request's body as a JSON object. An empty body is an empty object.
 *
 * @throws ApiError INVALID_ARGUMENT for another content type, more than
 *   {@link maxBodyBytes}, bytes that are not UTF-8, or text that parseJson rejects.
 */
export async function readJson(request: Request): Promise<JsonObject> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw invalidField('Content-Type', 'must be application/json');
  }
  return parseJson(decode(bytes));
}

/** The request's body as text, within the same limit. @throws ApiError INVALID_ARGUMENT. */
export async function readText(request: Request): Promise<string> {
  return decode(await readBytes(request));
}

/**
 * Waits for the end of a body that nobody needs, within the same limit. A request takes effect only
 * once it has arrived as a whole, since its rest may not be valid HTTP.
 *
 * @throws ApiError INVALID_ARGUMENT.
 */
export async function skipBody(request: Request): Promise<void> {
  await readBytes(request);
}

function readBytes(request: Request): Promise<Buffer> {
  const { pathname } = new URL(request.url);
  const limits = { bytes: maxBodyBytes(request.method, pathname), milliseconds: maxBodyMs() };
  return bytesOf(request, limits);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('body', 'must be UTF-8');
  }
}
