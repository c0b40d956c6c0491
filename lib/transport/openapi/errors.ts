/** The errors that any operation may return, as components. */
import { STATUS, type StatusName } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';

const GROUP = '678d31da80a166288828f0c2c85b59aecca01078/f32073104fd75b9b';
const REQUEST = '1f0c0b52-8a4e-4a0f-9f4d-0c5d5d3a6a10';

interface Example {
  description: string;
  cause: string;
  metadata?: JsonObject;
  detail?: JsonObject;
  headers?: Readonly<Record<string, string>>;
}

const type = (name: string) => `type.googleapis.com/google.rpc.${name}`;

/** Each HTTP status has one example for each of its reasons. */
const EXAMPLES: Readonly<Partial<Record<StatusName, Example>>> = {
  INVALID_ARGUMENT: {
    description: 'A field, a parameter or the body is not as it must be.',
    cause: 'name: is required',
    detail: {
      '@type': type('BadRequest'),
      fieldViolations: [{ field: 'name', description: 'is required' }],
    },
  },
  FAILED_PRECONDITION: {
    description: 'Something else must be done first.',
    cause: 'the group has 2 identities',
    detail: {
      '@type': type('PreconditionFailure'),
      violations: [{ type: 'RESOURCE_NOT_EMPTY', description: 'the group has 2 identities' }],
    },
  },
  UNAUTHENTICATED: {
    description: 'The request has no token, or the token is not valid.',
    cause: 'the token is not a JWT',
    headers: { 'WWW-Authenticate': 'Says that the token is not valid.' },
  },
  PERMISSION_DENIED: {
    description:
      'The caller lacks a capability. The answer is the same whether or not the resource exists.',
    cause: `missing groups.update on ${GROUP}`,
    metadata: { capability: 'groups.update', resource: GROUP },
  },
  NOT_FOUND: {
    description: 'The resource or the path does not exist.',
    cause: `Group ${GROUP} does not exist`,
    detail: {
      '@type': type('ResourceInfo'),
      resourceType: 'Group',
      resourceName: GROUP,
      description: `Group ${GROUP} does not exist`,
    },
  },
  UNIMPLEMENTED: {
    description: 'The path does not have this method.',
    cause: 'PUT is not offered here',
    headers: { Allow: 'The methods that it has.' },
  },
  ALREADY_EXISTS: {
    description: 'A resource with this value already exists.',
    cause: 'name: there already is a group with this name',
    metadata: { field: 'name' },
    detail: {
      '@type': type('ResourceInfo'),
      resourceType: 'Group',
      resourceName: GROUP,
      description: 'there already is a group with this name',
    },
  },
  ABORTED: {
    description: 'The resource has changed since it was read.',
    cause: `group ${GROUP} has changed since it was read; read it again`,
  },
  RESOURCE_EXHAUSTED: {
    description: 'The caller sent too many requests, or a limit of a group is reached.',
    cause: 'too many tests; try again in 30 s',
    metadata: { retryAfterSeconds: '30' },
    headers: { 'Retry-After': 'How many seconds to wait.' },
  },
  DEADLINE_EXCEEDED: {
    description: 'A search or a filter took longer than it may.',
    cause: 'the search took longer than 5 s; narrow it down',
  },
  INTERNAL: {
    description: 'The server failed. Its log has the cause under the request id.',
    cause: `request ${REQUEST}`,
  },
  UNAVAILABLE: {
    description: 'The server cannot answer now.',
    cause: 'the database is busy; try again',
    headers: { 'Retry-After': 'How many seconds to wait.' },
  },
};

const ENTRIES = Object.entries(EXAMPLES) as [StatusName, Example][];

/** The meaning of each status, for the documents. */
export const ERROR_MEANINGS: readonly (readonly [StatusName, string])[] = ENTRIES.map(
  ([name, { description }]) => [name, description],
);

/** By HTTP status: two reasons share 400, and two share 409. */
export function errorResponses(domain: string): JsonObject {
  const byStatus = Map.groupBy(ENTRIES, ([name]) => STATUS[name].http);
  return Object.fromEntries(
    [...byStatus].map(([http, reasons]) => [`Error${http}`, responseOf(reasons, domain)] as const),
  );
}

function responseOf(reasons: readonly [StatusName, Example][], domain: string): JsonObject {
  const headers = Object.assign({}, ...reasons.map(([, one]) => one.headers ?? {})) as JsonObject;
  const described = Object.entries(headers).map(
    ([name, description]) => [name, { description, schema: { type: 'string' } }] as const,
  );
  return {
    description: reasons.map(([, { description }]) => description).join(' '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...Object.fromEntries(described),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          reasons.map(([name, one]) => [name, { value: exampleOf(name, one, domain) }] as const),
        ),
      },
    },
  };
}

function exampleOf(
  reason: StatusName,
  { cause, metadata, detail }: Example,
  domain: string,
): JsonObject {
  const { code, phrase } = STATUS[reason];
  const info = {
    '@type': type('ErrorInfo'),
    reason,
    domain,
    metadata: { ...metadata, requestId: REQUEST },
  };
  return {
    code,
    message: `${phrase}: ${cause}`,
    details: detail === undefined ? [info] : [info, detail],
  };
}

export const ERROR_STATUSES = [400, 401, 403, 404, 405, 409, 429, 500, 503, 504] as const;
