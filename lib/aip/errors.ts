/**
 * Structured errors as of AIP-193: a gRPC status code, a message that starts with the category, and
 * typed details. This module knows nothing about the app; the transport adds the domain and the
 * request id.
 *
 * @see https://google.aip.dev/193
 */

export const STATUS = {
  INVALID_ARGUMENT: { code: 3, http: 400, phrase: 'Invalid argument' },
  DEADLINE_EXCEEDED: { code: 4, http: 504, phrase: 'Deadline exceeded' },
  NOT_FOUND: { code: 5, http: 404, phrase: 'Not found' },
  ALREADY_EXISTS: { code: 6, http: 409, phrase: 'Already exists' },
  PERMISSION_DENIED: { code: 7, http: 403, phrase: 'Permission denied' },
  RESOURCE_EXHAUSTED: { code: 8, http: 429, phrase: 'Resource exhausted' },
  FAILED_PRECONDITION: { code: 9, http: 400, phrase: 'Precondition failed' },
  ABORTED: { code: 10, http: 409, phrase: 'Aborted' },
  UNIMPLEMENTED: { code: 12, http: 405, phrase: 'Not implemented' },
  INTERNAL: { code: 13, http: 500, phrase: 'Internal error' },
  UNAVAILABLE: { code: 14, http: 503, phrase: 'Unavailable' },
  UNAUTHENTICATED: { code: 16, http: 401, phrase: 'Unauthenticated' },
} as const;

/** The names of the codes of gRPC (`google.rpc.Code`) that Grove answers with. */
export type StatusName = keyof typeof STATUS;

/** One failing field: its path in the JSON body, or the name of the query parameter or header. */
export interface FieldViolation {
  field: string;
  description: string;
}

/**
 * An unmet condition, as in `google.rpc.PreconditionFailure`: `type` is a constant such as
 * `RESOURCE_NOT_EMPTY`.
 */
export interface PreconditionViolation {
  type: string;
  subject?: string;
  description: string;
}

interface QuotaViolation {
  /** The uid of the group that has the limit. */
  subject: string;
  description: string;
  /** The name of the limit, such as `identities`. */
  quotaId: string;
  /** How many there may be, as the JSON of an int64. */
  quotaValue: string;
}

/** The details of an error that AIP-193 names, in JSON. */
export type ErrorDetail =
  | { '@type': 'type.googleapis.com/google.rpc.BadRequest'; fieldViolations: FieldViolation[] }
  | {
      '@type': 'type.googleapis.com/google.rpc.PreconditionFailure';
      violations: PreconditionViolation[];
    }
  | { '@type': 'type.googleapis.com/google.rpc.QuotaFailure'; violations: QuotaViolation[] }
  | {
      '@type': 'type.googleapis.com/google.rpc.ResourceInfo';
      resourceType: string;
      resourceName: string;
      description: string;
    };

/**
 * An error that the caller is meant to see. The transport reports every other error as INTERNAL.
 */
export class ApiError extends Error {
  readonly status: StatusName;
  /** The message without the category prefix, for example `name: is required`. */
  readonly description: string;
  readonly details: ErrorDetail[];
  readonly metadata: Record<string, string>;
  readonly headers: Record<string, string>;

  constructor(
    status: StatusName,
    description: string,
    extra: {
      details?: ErrorDetail[];
      metadata?: Record<string, string>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(`${STATUS[status].phrase}: ${description}`);
    this.name = 'ApiError';
    this.status = status;
    this.description = description;
    this.details = extra.details ?? [];
    this.metadata = extra.metadata ?? {};
    this.headers = extra.headers ?? {};
  }
}

/** @param seconds after which the caller may try again. */
export function tryAgain(
  status: 'UNAVAILABLE' | 'RESOURCE_EXHAUSTED',
  description: string,
  seconds: number,
  { headers, metadata }: { headers?: object; metadata?: object } = {},
): ApiError {
  return new ApiError(status, description, {
    headers: { ...headers, 'retry-after': String(seconds) },
    metadata: { ...metadata, retryAfterSeconds: String(seconds) },
  });
}

/** True for an ApiError, including one from another copy of this module in the same process. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** True for an error of {@link quotaExceeded}. */
export function isQuotaExceeded(error: unknown): error is ApiError {
  const type = 'type.googleapis.com/google.rpc.QuotaFailure';
  return isApiError(error) && error.details.some((detail) => detail['@type'] === type);
}

/** Nobody corrects more fields at once, and a body can have thousands of unknown keys. */
const MAX_VIOLATIONS = 100;

/** INVALID_ARGUMENT that names each failing field, up to MAX_VIOLATIONS. */
export function invalidArgument(all: readonly FieldViolation[]): ApiError {
  const violations = all.slice(0, MAX_VIOLATIONS);
  const text = violations.map((v) => `${v.field}: ${v.description}`).join('; ');
  return new ApiError('INVALID_ARGUMENT', text, {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
    ],
  });
}

/** The failing fields; empty for an error that names no fields. */
export function fieldViolationsOf({ details }: ApiError): FieldViolation[] {
  return details.flatMap((detail) => ('fieldViolations' in detail ? detail.fieldViolations : []));
}

/**
 * INVALID_ARGUMENT for one field.
 *
 * @param field its path in the body, or the name of a parameter or header.
 */
export function invalidField(field: string, description: string): ApiError {
  return invalidArgument([{ field, description }]);
}

function resourceInfo(resourceType: string, resourceName: string, description: string) {
  return {
    '@type': 'type.googleapis.com/google.rpc.ResourceInfo' as const,
    resourceType,
    resourceName,
    description,
  };
}

/** NOT_FOUND. @param resourceName the uid. */
export function notFound(resourceType: string, resourceName: string): ApiError {
  const text = `${resourceType} ${resourceName} does not exist`;
  return new ApiError('NOT_FOUND', text, {
    details: [resourceInfo(resourceType, resourceName, text)],
  });
}

/** @param conflict the field whose value is taken, and why. */
export function alreadyExists(
  resourceType: string,
  resourceName: string,
  { field, description }: FieldViolation,
): ApiError {
  return new ApiError('ALREADY_EXISTS', `${field}: ${description}`, {
    details: [resourceInfo(resourceType, resourceName, description)],
    metadata: { field },
  });
}

/** @param capabilities the missing ones; @param resource the uid at which they are missing. */
export function permissionDenied(
  capabilities: readonly string[],
  resource: string,
  cause?: string,
): ApiError {
  const missing = capabilities.join(', ');
  const where = resource === '' ? 'any root group' : resource;
  return new ApiError('PERMISSION_DENIED', cause ?? `missing ${missing} on ${where}`, {
    metadata: { capability: capabilities.join(','), resource },
  });
}

/**
 * @param metadata machine-readable values, for example the number of resources that block a
 * deletion.
 */
export function failedPrecondition(
  violations: PreconditionViolation[],
  metadata: Record<string, string> = {},
): ApiError {
  const text = violations.map((v) => v.description).join('; ');
  return new ApiError('FAILED_PRECONDITION', text, {
    details: [{ '@type': 'type.googleapis.com/google.rpc.PreconditionFailure', violations }],
    metadata,
  });
}

/** FAILED_PRECONDITION with one violation. */
export const refusal = (type: string, description: string, subject?: string): ApiError =>
  failedPrecondition([{ type, ...(subject !== undefined && { subject }), description }]);

/**
 * A limit leaves no room for more.
 *
 * @see google.rpc.QuotaFailure
 */
export function quotaExceeded(violation: QuotaViolation): ApiError {
  const { subject, description, quotaId } = violation;
  return new ApiError('RESOURCE_EXHAUSTED', description, {
    details: [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [violation] }],
    metadata: { limit: quotaId, resource: subject },
  });
}

/** @param cause what was wrong with the credentials, without a hint to right ones. */
export function unauthenticated(cause: string): ApiError {
  return new ApiError('UNAUTHENTICATED', cause, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** ABORTED for an ETag that is no longer current. @param resource its noun and uid. */
export function aborted(resource: string): ApiError {
  return new ApiError('ABORTED', `${resource} has changed since it was read; read it again`);
}
