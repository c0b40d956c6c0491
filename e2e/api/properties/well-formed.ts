/** Checks the promises of every response, for any request. */
import { expect } from 'vitest';
import { STATUS } from '#lib/aip/errors.ts';
import type { StatusName } from '#lib/aip/errors.ts';
import type { Json } from '../harness.ts';
import type { RawAnswer } from '../support/raw-http.ts';

const TYPE = 'type.googleapis.com/google.rpc.';
const HTTP_OF_BYTES = [408, 431];
/** The errors of RFC 6749, section 5.2, and the one of RFC 8693. */
const OAUTH = ['invalid_request', 'unsupported_grant_type', 'invalid_target', 'invalid_scope'];

const HEADER_OF: Partial<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
};

/** @param isHead the response has headers only. */
export function expectWellFormed(answer: RawAnswer, isHead: boolean): void {
  const { status, headers, body } = answer;
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  if (status === 304) return expect([body, headers.has('etag')]).toEqual(['', true]);
  if (status === 200 && headers.has('content-disposition')) return expectFile(answer, isHead);
  if (status === 200 && headers.get('content-type')?.startsWith('text/event-stream')) {
    return expect(isHead ? '' : body).toMatch(isHead ? /^$/ : /^retry: \d+\n/);
  }
  expect(headers.get('content-type') ?? JSON_TYPE).toBe(JSON_TYPE);
  const required = HEADER_OF[status];
  if (required !== undefined) expect(headers.get(required)).toMatch(/./);
  if (isHead && body === '') return;
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  if (status === 200 && body === '') return;
  const json = JSON.parse(body) as Json;
  expectWellFormedText(json);
  if (status === 200) expect(json).not.toHaveProperty('details');
  else if ('error' in json) expectOAuthError(status, json);
  else expectError(answer, json);
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A download is complete and of the announced type. */
function expectFile({ headers, body }: RawAnswer, isHead: boolean): void {
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
  const isZip = headers.get('content-type') === 'application/zip';
  if (!isZip) expect(headers.get('content-type')).toBe(JSON_TYPE);
  if (isHead) expect(body).toBe('');
  else if (isZip) expect(body.startsWith('PK') && body.includes('PK\x05\x06')).toBe(true);
  else JSON.parse(body);
}

function expectWellFormedText(value: unknown): void {
  if (typeof value === 'string') expect(value.isWellFormed()).toBe(true);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    expect(key.isWellFormed()).toBe(true);
    expectWellFormedText(inner);
  }
}

function expectOAuthError(status: number, json: Json): void {
  expect(status).toBe(400);
  expect(Object.keys(json).sort()).toEqual(['error', 'error_description']);
  expect(OAUTH).toContain(json['error']);
  expect(json['error_description']).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
}

function expectError({ status, headers }: RawAnswer, json: Json): void {
  expect(Object.keys(json).sort()).toEqual(['code', 'details', 'message']);
  const { code, message, details } = json as { code: number; message: string; details: Json[] };
  const [info, ...others] = details as [
    { reason: StatusName; domain: string; metadata: object },
    ...Json[],
  ];
  const meant = STATUS[info.reason];
  expect(code).toBe(meant.code);
  const isOfBytes = info.reason === 'INVALID_ARGUMENT' && HTTP_OF_BYTES.includes(status);
  if (!isOfBytes) expect(status).toBe(meant.http);
  expect(message.startsWith(`${meant.phrase}: `), message).toBe(true);
  expect(message.length).toBeGreaterThan(meant.phrase.length + 2);
  expect(info).toEqual({
    '@type': `${TYPE}ErrorInfo`,
    reason: info.reason,
    domain: expect.stringMatching(/^iam\.localhost:\d+$/) as string,
    metadata: expect.objectContaining({ requestId: headers.get('x-request-id') }) as object,
  });
  for (const value of Object.values(info.metadata)) expect(value).toEqual(expect.any(String));
  expect(others.map((detail) => detail['@type'])).toEqual(detailsOf(info.reason));
  for (const detail of others) expectDetail(detail);
}

function detailsOf(reason: StatusName): string[] {
  const types: Partial<Record<StatusName, string>> = {
    INVALID_ARGUMENT: 'BadRequest',
    NOT_FOUND: 'ResourceInfo',
    ALREADY_EXISTS: 'ResourceInfo',
    FAILED_PRECONDITION: 'PreconditionFailure',
  };
  const type = types[reason];
  return type === undefined ? [] : [TYPE + type];
}

const text = expect.stringMatching(/./s) as string;

function expectDetail({ '@type': type, ...detail }: Json): void {
  if (type === `${TYPE}ResourceInfo`) {
    const resourceName = expect.any(String) as string;
    expect(detail).toEqual({ resourceType: text, resourceName, description: text });
    return;
  }
  const [list = []] = Object.values(detail) as Json[][];
  expect(list.length).toBeGreaterThan(0);
  for (const violation of list) {
    expect(violation['description']).toEqual(text);
    expect(violation[type === `${TYPE}BadRequest` ? 'field' : 'type']).toEqual(expect.any(String));
  }
}
