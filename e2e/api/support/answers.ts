/** Expected responses, each checked as a whole. */
import { expect } from 'vitest';
import { config } from '#lib/config.ts';
import type { Answer, Json } from '../harness.ts';

const STATUSES = {
  INVALID_ARGUMENT: [3, 400, 'Invalid argument: '],
  DEADLINE_EXCEEDED: [4, 504, 'Deadline exceeded: '],
  NOT_FOUND: [5, 404, 'Not found: '],
  ALREADY_EXISTS: [6, 409, 'Already exists: '],
  PERMISSION_DENIED: [7, 403, 'Permission denied: '],
  FAILED_PRECONDITION: [9, 400, 'Precondition failed: '],
  ABORTED: [10, 409, 'Aborted: '],
  UNIMPLEMENTED: [12, 405, 'Not implemented: '],
  RESOURCE_EXHAUSTED: [8, 429, 'Resource exhausted'],
  UNAVAILABLE: [14, 503, 'Unavailable: '],
  UNAUTHENTICATED: [16, 401, 'Unauthenticated: '],
} as const;

export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Next.js compresses its answers and sends no length. */
const EMPTY_LENGTH = process.env['GROVE_TEST_TRANSPORT'] === 'next' ? null : '0';

/** The resource or list of a successful response. */
export function ok(answer: Answer): Json {
  expect(answer.body, JSON.stringify(answer.body)).not.toHaveProperty('details');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return answer.body;
}

export function okEmpty(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers.get('content-length')).toBe(EMPTY_LENGTH);
}

export interface ApiFailure {
  message: string;
  metadata: Record<string, string>;
  /** The details after the ErrorInfo. */
  details: Json[];
}

/** Checks code, HTTP status, the start of the message, and the ErrorInfo. */
export function failure(answer: Answer, reason: keyof typeof STATUSES): ApiFailure {
  const [code, http, phrase] = STATUSES[reason];
  const body = answer.body as unknown as { code: number; message: string; details: Json[] };
  expect([answer.status, body.code, body.message]).toEqual([http, code, expect.any(String)]);
  expect(body.message.startsWith(phrase), body.message).toBe(true);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'message']);
  const [info, ...details] = body.details;
  expect(info).toEqual({
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: `iam.${new URL(config().url).host}`,
    metadata: expect.objectContaining({ requestId: answer.headers.get('x-request-id') }) as Json,
  });
  return {
    message: body.message,
    metadata: (info as { metadata: Record<string, string> }).metadata,
    details,
  };
}

/** The violations of an INVALID_ARGUMENT by field, in the order of the response. */
export function violations(answer: Answer): Record<string, string> {
  const { message, details } = failure(answer, 'INVALID_ARGUMENT');
  const [detail, ...others] = details as {
    '@type': string;
    fieldViolations: { field: string; description: string }[];
  }[];
  expect(others).toEqual([]);
  expect(detail?.['@type']).toBe('type.googleapis.com/google.rpc.BadRequest');
  const list = detail?.fieldViolations ?? [];
  expect(list.length).toBeGreaterThan(0);
  for (const { field, description } of list) {
    expect(message).toContain(`${field}: ${description}`);
  }
  return Object.fromEntries(list.map(({ field, description }) => [field, description]));
}

/** The names of the violated fields, sorted. */
export function badFields(answer: Answer): string[] {
  return Object.keys(violations(answer)).sort();
}

/** The types of a FAILED_PRECONDITION's violations. */
export function preconditions(answer: Answer): string[] {
  const [detail] = failure(answer, 'FAILED_PRECONDITION').details as {
    '@type': string;
    violations: { type: string; description: string }[];
  }[];
  expect(detail?.['@type']).toBe('type.googleapis.com/google.rpc.PreconditionFailure');
  return (detail?.violations ?? []).map(({ type }) => type);
}

/** Checks a RESOURCE_EXHAUSTED for the limit that it names. */
export function overLimit(answer: Answer, limit: string, group: string, most: number): void {
  const { message, metadata, details } = failure(answer, 'RESOURCE_EXHAUSTED');
  const [detail, ...others] = details as { '@type': string; violations: Json[] }[];
  expect(others).toEqual([]);
  expect(detail?.['@type']).toBe('type.googleapis.com/google.rpc.QuotaFailure');
  const description = expect.stringContaining(String(most)) as string;
  // A message leaves out a zero.
  const violations = detail?.violations.map((one) => ({ quotaValue: '0', ...one }));
  expect(violations).toEqual([
    { subject: group, description, quotaId: limit, quotaValue: String(most) },
  ]);
  expect(message).toBe(`Resource exhausted: ${String(detail?.violations[0]?.['description'])}`);
  expect(metadata).toMatchObject({ limit, resource: group });
}

/** Checks the resource that a NOT_FOUND or ALREADY_EXISTS names. */
export function aboutResource(
  answer: Answer,
  reason: 'NOT_FOUND' | 'ALREADY_EXISTS',
  resourceType: string,
  resourceName: string,
): void {
  expect(failure(answer, reason).details).toEqual([
    {
      '@type': 'type.googleapis.com/google.rpc.ResourceInfo',
      resourceType,
      resourceName,
      description: expect.any(String) as string,
    },
  ]);
}

/** Checks a PERMISSION_DENIED, with the missing capability and its place. */
export function denied(answer: Answer, capability: string, resource: string): void {
  const { metadata, details } = failure(answer, 'PERMISSION_DENIED');
  expect([metadata['capability'], metadata['resource']]).toEqual([capability, resource]);
  expect(details).toEqual([]);
}
