/** The errors that any operation may return, as components. */
import {
  aborted,
  alreadyExists,
  ApiError,
  invalidField,
  notFound,
  permissionDenied,
  refusal,
  STATUS,
  tryAgain,
  unauthenticated,
  type StatusName,
} from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { outsideTraces } from '#lib/tracing/current.ts';
import { errorBody, methodNotAllowed } from '#lib/transport/http/answers.ts';

const GROUP = '678d31da80a166288828f0c2c85b59aecca01078/f32073104fd75b9b';
const REQUEST = '1f0c0b52-8a4e-4a0f-9f4d-0c5d5d3a6a10';
const TAKEN = { field: 'name', description: 'there already is a group with this name' };

/** Each HTTP status has one example for each of its reasons. */
const EXAMPLES: readonly (readonly [description: string, error: ApiError])[] = [
  ['A field, a parameter or the body is not as it must be.', invalidField('name', 'is required')],
  [
    'Something else must be done first.',
    refusal('RESOURCE_NOT_EMPTY', 'the group has 2 identities'),
  ],
  [
    'The request has no token, or the token is not valid.',
    unauthenticated('the token is not a JWT'),
  ],
  [
    'The caller lacks a capability. The answer is the same whether or not the resource exists.',
    permissionDenied(['groups.update'], GROUP),
  ],
  ['The resource or the path does not exist.', notFound('Group', GROUP)],
  ['The path does not have this method.', methodNotAllowed('PUT', ['GET'])],
  ['A resource with this value already exists.', alreadyExists('Group', GROUP, TAKEN)],
  ['The resource has changed since it was read.', aborted(`group ${GROUP}`)],
  [
    'The caller sent too many requests, or a limit of a group is reached.',
    tryAgain('RESOURCE_EXHAUSTED', 'too many tests; try again in 30 s', 30),
  ],
  [
    'A search or a filter took longer than it may.',
    new ApiError('DEADLINE_EXCEEDED', 'the search took longer than 5 s; narrow it down'),
  ],
  [
    'The server failed. Its log has the cause under the request id.',
    new ApiError('INTERNAL', `request ${REQUEST}`),
  ],
  ['The server cannot answer now.', tryAgain('UNAVAILABLE', 'the database is busy; try again', 1)],
];

/** The meaning of each status, for the documents. */
export const ERROR_MEANINGS: readonly (readonly [StatusName, string])[] = EXAMPLES.map(
  ([description, { status }]) => [status, description],
);

const HEADERS = {
  'WWW-Authenticate': 'Says that the token is not valid.',
  Allow: 'The methods that it has.',
  'Retry-After': 'How many seconds to wait.',
};

/**
 * By HTTP status: two reasons share 400, and two share 409.
 *
 * @param toAnswer makes the body of an answer of an error.
 */
export function errorResponses(
  toAnswer: (error: ApiError) => object = answerOf,
): Record<string, JsonObject> {
  const byStatus = Map.groupBy(EXAMPLES, ([, { status }]) => STATUS[status].http);
  return Object.fromEntries(
    [...byStatus].map(([http, reasons]) => {
      const errors = reasons.map(([, error]) => error);
      const headers = Object.entries(HEADERS)
        .filter(([name]) => errors.some((error) => name.toLowerCase() in error.headers))
        .map(([name, description]) => [name, { description, schema: { type: 'string' } }]);
      const examples = errors.map((error) => [error.status, { value: toAnswer(error) }]);
      const json = {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples) as JsonObject,
      };
      const response = {
        description: reasons.map(([description]) => description).join(' '),
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...(Object.fromEntries(headers) as JsonObject),
        },
        content: { 'application/json': json },
      };
      return [`Error${http}`, response];
    }),
  );
}

/** The example is of no trace, whichever request is the first to ask for the document. */
export const answerOf = (error: ApiError) => outsideTraces(() => errorBody(error, REQUEST));

export const ERROR_STATUSES = [400, 401, 403, 404, 405, 409, 429, 500, 503, 504] as const;
