/** Errors of v1: a code and a message, which names fields as v1 does. */
import {
  alreadyExists,
  ApiError,
  fieldViolationsOf,
  invalidArgument,
  STATUS,
} from '#lib/aip/errors.ts';
import { jsonResponse, toApiError } from '#lib/transport/http/answers.ts';

/** @param rename the field of a body, or the parameter, as v1 calls it. */
export function v1ErrorResponse(
  error: unknown,
  requestId: string,
  rename: (field: string) => string = (field) => field,
): Response {
  const { status, message, headers } = inV1(toApiError(error, requestId), rename);
  const { code, http } = STATUS[status];
  return jsonResponse(
    { code, message },
    { status: http, headers: { ...headers, 'x-request-id': requestId } },
  );
}

function inV1(error: ApiError, rename: (field: string) => string): ApiError {
  const violations = fieldViolationsOf(error);
  if (violations.length > 0) {
    return invalidArgument(violations.map((one) => ({ ...one, field: rename(one.field) })));
  }
  const { field } = error.metadata;
  const description = error.details.find((one) => 'resourceName' in one)?.description;
  if (error.status !== 'ALREADY_EXISTS' || field === undefined || description === undefined) {
    return error;
  }
  return alreadyExists('', '', { field: rename(field), description });
}

/**
 * @param successor the path in v2.
 * @see RFC 9110, section 10.2.1: no method is allowed where a resource is switched off.
 */
export function switchedOff(successor: string): ApiError {
  return new ApiError('UNIMPLEMENTED', `v1 is switched off here; use ${successor}`, {
    headers: { allow: '' },
  });
}
