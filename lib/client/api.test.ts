import { expect, test } from 'vitest';
import { alreadyExists, invalidArgument, isApiError } from '#lib/aip/errors.ts';
import type { ApiError } from '#lib/aip/errors.ts';
import { ApiRequestError } from './api.ts';

/** The error as the client receives it. */
function received(error: ApiError): ApiRequestError {
  expect(isApiError(error)).toBe(true);
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: error.status,
    metadata: { ...error.metadata, requestId: 'r' },
  };
  return new ApiRequestError(409, {
    code: 6,
    message: error.message,
    details: [info, ...error.details],
  });
}

test('a conflict is told at its field, whatever its words', () => {
  const description = 'odd: words: with colons';
  const error = received(alreadyExists('Group', 'x', { field: 'name', description }));
  expect(error.violations).toEqual({ name: description });
  expect([error.reason, error.requestId]).toEqual(['ALREADY_EXISTS', 'r']);
});

test('every violation is told at its field', () => {
  const violations = [
    { field: 'name', description: 'is required' },
    { field: 'oidc.issuer', description: 'must be an https URL' },
  ];
  expect(received(invalidArgument(violations)).violations).toEqual({
    name: 'is required',
    'oidc.issuer': 'must be an https URL',
  });
});
